"""What has to be done, in which order, and why."""
