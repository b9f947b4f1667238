"""From a project's folder to a report: the eight steps of a check."""
