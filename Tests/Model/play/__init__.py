"""Plays random cases with the model and with the engine: scripts/model is the door."""
