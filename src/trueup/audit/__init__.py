"""Find what is wrong in documents that nobody has tagged; executes nothing."""
