"""The programs of examples-c/loops when they are asked to end, and spoken to, from outside."""

import signal
import subprocess
import unittest

import programs_under_test


class LoopTests(unittest.TestCase):
    def start(self, name: str, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [*programs_under_test.COMMANDS[name], *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_each_ends_in_order_when_it_is_asked_to(self) -> None:
        for name in "poll_loop", "epoll_loop", "glib_loop", "uv_loop":
            for number in signal.SIGTERM, signal.SIGINT:
                with self.subTest(name, signal=number):
                    process = self.start(name, "1000000")
                    self.assertEqual(process.stdout.readline(), "left: 1000000\n")
                    process.send_signal(number)
                    said, _ = process.communicate(timeout=programs_under_test.PATIENCE)
                    self.assertTrue(said.endswith("asked to end\n"), said)
                    self.assertEqual(process.returncode, 0)

    def test_poll_serves_the_input_beside_the_loop(self) -> None:
        process = self.start("poll_loop", "1000000")
        process.stdin.write('{"add": -999998}\n{"ad": 1}\n')
        said, _ = process.communicate(timeout=programs_under_test.PATIENCE)
        self.assertTrue(said.endswith("left: 0\nreport: lift-off\nover\n"), said)
        self.assertIn("KMK_ERR_DECODE: found ad; did you mean add?", said)
        self.assertEqual(process.returncode, 0)
