"""What is printed of a case can be compiled."""

import subprocess
import unittest
from pathlib import Path

from play.generator import Generator
from play.print_c import c_program
from play.test_play import World

HEADERS = Path(__file__).resolve().parents[3] / "include"


class Programs(unittest.TestCase):
    def test_a_program_has_all_that_it_calls(self) -> None:
        make = Generator(World, "c")
        for seed in range(40):
            program = c_program(make.case(seed).case, "")
            command = ["gcc", "-fsyntax-only", "-std=gnu11", "-Wall", "-Werror", f"-I{HEADERS}", "-x", "c", "-"]
            told = subprocess.run(command, input=program, text=True, capture_output=True)
            with self.subTest(seed=seed):
                self.assertEqual(told.returncode, 0, told.stderr)
