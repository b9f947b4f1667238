"""Plots of decisions and rates, drawn while a site is built; matplotlib is imported to draw, never before."""
