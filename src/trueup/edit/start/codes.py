"""What keeps a project from being started."""

CODES: dict[str, str] = {
    "C820": "a project is here already",
    "C821": "the site's configuration is no YAML mapping",
    "C822": "the site's documents stand outside the folder",
}
