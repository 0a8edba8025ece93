"""The promises of scripts/watched.py about the programs that it runs. No test measures time."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))

import watched  # noqa: E402

BUSY = "while :; do :; done"


def lives(pid: int) -> bool:
    return watched.fields_of(f"/proc/{pid}/stat")[:1] not in ([], ["Z"])


class WatchedTests(unittest.TestCase):
    def test_a_program_that_ends_says_how_and_what(self) -> None:
        ended = watched.captured(["sh", "-c", "cat; echo noise >&2; exit 3"], input="printed")
        self.assertEqual(ended, ("exit status 3", 3, "printed", "noise\n"))
        self.assertEqual(watched.captured(["true"]).problem, "")
        killed = watched.captured(["sh", "-c", "kill -9 $$"])
        self.assertEqual((killed.problem, killed.status), ("a signal ended it: 9", -9))

    def test_a_limit_counts_what_all_processes_used(self) -> None:
        ended = watched.captured(["sh", "-c", f"echo begun; ({BUSY}) & {BUSY}"], seconds=1)
        self.assertEqual((ended.status, ended.stdout), (watched.ENDED, "begun\n"))
        self.assertIn("used more than 1 s of processors", ended.problem)
        self.assertEqual(len(ended.problem.splitlines()), 3)  # two processes

    def test_who_stands_still_is_ended_with_all_below_it_and_they_are_told(self) -> None:
        script = "sh -c 'sleep 1000; :' & echo $!; wait"
        ended = watched.captured(["sh", "-c", script], still=2)
        self.assertEqual(ended.status, watched.ENDED)
        self.assertIn("it stood still, looked at 2 times:\n  ", ended.problem)
        self.assertIn(": sleep 1000", ended.problem)
        self.assertFalse(lives(int(ended.stdout)))

    def test_a_process_that_ends_between_two_looks_at_it_has_no_threads(self) -> None:
        with subprocess.Popen(["sleep", "1000"]) as process:
            seen = watched.processes()[process.pid]
            self.assertEqual(len(seen.threads()), 1)
            process.kill()
        self.assertEqual(seen.threads(), [])
        self.assertIn(f"{seen.pid} below {os.getpid()} (", seen.told())

    def test_who_could_run_does_not_stand_still(self) -> None:
        with subprocess.Popen(["sh", "-c", BUSY]) as process:
            watch = watched.Watch(process.pid, still=1)
            # Checked again before it can have used enough time to count as progress.
            self.assertEqual([watch.look() for _ in range(5)], [""] * 5)
            watch.end()

    def test_who_waits_for_somebody_elses_lock_does_not_stand_still(self) -> None:
        path = f"/tmp/kumiki-watched-{os.getpid()}"
        self.addCleanup(os.unlink, path)
        with subprocess.Popen(["flock", path, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
            one.stdin.write(b"x")  # cat responds when the lock exists
            one.stdin.flush()
            one.stdout.read(1)
            with subprocess.Popen(["flock", path, "true"]) as other:
                watch = watched.Watch(other.pid, still=1)
                while watched.read(f"/proc/{other.pid}/comm") != "flock\n" or watch.could_run():
                    watch.refresh()
                if not any("->" in line for line in watched.read("/proc/locks").splitlines()):
                    one.stdin.close()
                    self.skipTest("this kernel does not tell who waits for a lock")
                self.assertEqual(watch.look(), "")
                self.assertEqual(watch.look(), "")
                one.stdin.close()

    def test_programs_begin_with_default_signals_also_in_a_background_job(self) -> None:
        script = f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}); import watched\n"
        script += "watched.restore_signals()\n"
        script += "watched.run([sys.executable, '-c', 'import signal; signal.raise_signal(2)'])\n"
        script += "print(watched.captured(['sh', '-c', 'kill -INT $$; kill -QUIT $$; echo alive']))"

        def ignore() -> None:
            for number in signal.SIGINT, signal.SIGQUIT:
                signal.signal(number, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])

        done = subprocess.run([sys.executable, "-c", script], preexec_fn=ignore, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertIn("status=-2, stdout=''", done.stdout)
        self.assertIn("KeyboardInterrupt", done.stderr)

    def test_the_command_line_hands_on_streams_and_statuses(self) -> None:
        command = [SCRIPTS / "watched.py", "--still", "2", "sh", "-c"]
        done = subprocess.run([*command, "cat; exit 7"], input="x", capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "x", ""))
        done = subprocess.run([*command, "kill -15 $$"])
        self.assertEqual(done.returncode, 128 + 15)
        done = subprocess.run([*command, "sleep 1000"], capture_output=True, text=True)
        self.assertEqual(done.returncode, watched.ENDED)
        self.assertIn("sh: it stood still", done.stderr)

    def test_a_test_is_held_to_its_output_and_its_status(self) -> None:
        def status(script: str, *options: str) -> int:
            command = [SCRIPTS / "watched.py", *options, "sh", "-c", script]
            return subprocess.run(command, capture_output=True).returncode

        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/text"
            self.assertEqual(status("echo a", "--expect", file), 1)  # the file does not exist
            Path(file).write_text("a\n")
            self.assertEqual(status("cat; echo b >&2", "--input", file, "--expect", file), 0)
            self.assertEqual(status("cat; exit 3", "--input", file, "--expect", file), 3)
            self.assertEqual(status("printf a", "--expect", file), 1)
            self.assertEqual(status("true", "--expect", file), 1)
        self.assertEqual(status("echo well >&2; echo x", "--says", "^well$"), 0)
        self.assertEqual(status("echo farewell", "--says", "^well$"), 1)
        self.assertEqual(status("echo well; exit 2", "--says", "^well$"), 2)
        self.assertEqual(status("exit 9", "--status", "9"), 0)
        self.assertEqual(status("true", "--status", "9"), 1)
        self.assertEqual(status("exit 8", "--status", "9"), 8)

    def test_who_is_asked_to_end_ends_what_it_runs(self) -> None:
        command = [SCRIPTS / "watched.py", "sh", "-c", "echo $$; exec sleep 1000"]
        with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            pid = int(process.stdout.readline())
            process.terminate()
        self.assertEqual(process.returncode, watched.ENDED)
        self.assertFalse(lives(pid))


if __name__ == "__main__":
    unittest.main()
