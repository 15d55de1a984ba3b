"""The pages and forms of tables: lobby, waiting room, match, result, replay."""
