"""Plays random cases with the model and with the engine: scripts/model is the door."""

import sys
from pathlib import Path

# What it shares with the scripts: how a program is watched, and where things are.
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
