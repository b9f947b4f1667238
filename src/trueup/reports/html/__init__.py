"""Recorded verdicts as HTML: badges in a page, a page per claim, a dashboard."""
