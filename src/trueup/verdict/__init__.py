"""What became of a claim: a status and a reason, decided from values and figures alone."""
