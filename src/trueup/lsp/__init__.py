"""The language server: what a check says of figures, as they are typed."""
