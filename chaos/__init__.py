"""The portal under fire: processes killed in play, SIGTERM under load, hostile frames. See docs/chaos.md."""
