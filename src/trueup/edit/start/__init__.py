"""A project's first files: settings, a ledger, one worked claim, a workflow, a line in ``mkdocs.yml``."""
