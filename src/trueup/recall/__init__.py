"""What a check looked at, and what it said: the same question about the same files is answered at once.

Imported before anything else is, so its modules import next to nothing.
"""
