"""Measure on the workers of a dask.distributed cluster; needs the extra ``cluster``."""
