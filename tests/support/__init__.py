"""Starters of the programs that tests need: databases, the real server, Chromium."""
