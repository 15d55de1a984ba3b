"""The match host: one in each process, none owns a match. See docs/architecture.md."""
