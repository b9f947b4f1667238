"""The author's tools: rewrite figures, change them to see whether they bite, propose tags."""
