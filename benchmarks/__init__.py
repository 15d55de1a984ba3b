"""Measurements of claims: run by hand, never as timed tests. Results: docs/performance.md."""
