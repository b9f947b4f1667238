"""Where figures stand in Markdown, and which claims they name."""
