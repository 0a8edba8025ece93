"""Plays random cases with the model and with the engine: scripts/model is the entry point."""

import sys
from pathlib import Path

# Shared with the scripts: how a program is watched, and where files are.
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
