"""What measuring needs of the machine: the host, versions, the commit, and timing loops for verifiers."""
