"""The contract every game keeps, and what games share. Pure: standard library and msgspec only."""
