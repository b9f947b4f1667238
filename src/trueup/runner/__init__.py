"""Runs verifiers in child processes with limits: `job` the data, `pool` the parent, `child` the other side.

Nothing is imported here: a child's start is paid by every cold run.
"""
