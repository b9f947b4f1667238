"""What can be wrong when two states of a project are compared."""

CODES = {
    "D901": "the project is in no git repository",
    "D902": "a file of the revision is left out",
    "D903": "the revision does not have the project",
}
