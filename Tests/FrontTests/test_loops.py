"""The programs of examples-c/loops: ending them with signals, and sending them input."""

import signal
import subprocess
import unittest

import programs_under_test
import watched


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
                    ended = watched.finish(process)
                    self.assertTrue(ended.stdout.endswith("asked to end\n"), ended)
                    self.assertEqual(ended.problem, "")

    def test_poll_serves_the_input_beside_the_loop(self) -> None:
        process = self.start("poll_loop", "1000000")
        process.stdin.write('{"add": -999998}\n{"ad": 1}\n')
        ended = watched.finish(process)
        self.assertTrue(ended.stdout.endswith("left: 0\nreport: lift-off\nover\n"), ended)
        self.assertIn("KMK_ERR_DECODE: found ad; did you mean add?", ended.stdout)
        self.assertEqual(ended.problem, "")
