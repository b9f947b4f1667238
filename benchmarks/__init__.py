"""How long trueup takes, measured in whole processes beside a bare interpreter and its peers."""
