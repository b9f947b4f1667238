"""Statistics of measured claims: intervals, the noise floor, and the rule that decides."""
