"""Programs with GTK 4 windows, and an X server without a screen to run them in."""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time

import watched

SUBSTRUCTURE_NOTIFY = 1 << 19  # of X: windows of the root open, close, and change size

class Screen:
    """An X server without a screen, and queries about its windows."""

    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            name = f":{told.readline().strip()}"
        # Software rendering, since there is no GPU; and without a desktop's bus.
        self.environment = dict(
            os.environ, GSK_RENDERER="cairo", GDK_DEBUG="gl-disable", GTK_A11Y="none",
            GDK_BACKEND="x11", DISPLAY=name)
        self.x11 = ctypes.CDLL("libX11.so.6")
        # A window may already be closed at a query. Xlib's own error handler would end this program.
        self.ignored = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
        self.x11.XSetErrorHandler(self.ignored)
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.x11.XSelectInput(self.display, self.root, ctypes.c_long(SUBSTRUCTURE_NOTIFY))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.x11.XCloseDisplay(self.display)
        self.server.terminate()
        self.server.wait()

    def run(self, command, **options):
        """Runs a program to its end, and returns whether it succeeded."""
        ended = watched.run(command, env=self.environment, **options)
        if ended.problem:
            print(f"{command[0]}: {ended.problem}", flush=True)
        return not ended.problem

    def has_window(self):
        """Whether a window is visible. Windows of other kinds are 1 x 1, or not mapped."""
        other, children, count = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x11.XQueryTree(self.display, self.root, ctypes.byref(other), ctypes.byref(other),
                            ctypes.byref(children), ctypes.byref(count))
        found = any(self.is_seen(children[i]) for i in range(count.value))
        if count.value:
            self.x11.XFree(children)
        return found

    def is_seen(self, window):
        attributes = (ctypes.c_int * 64)()  # XWindowAttributes: x, y, width, height; 92: map_state
        self.x11.XGetWindowAttributes(self.display, ctypes.c_ulong(window), attributes)
        return attributes[2] > 50 and attributes[23] == 2

    def start(self, command, **settings):
        """Starts a program, ends it when its window is shown, and returns the milliseconds until then.

        `settings` are added to the environment; a setting of None removes the variable."""
        merged = {**self.environment, **settings}
        environment = {key: value for key, value in merged.items() if value is not None}
        began = time.monotonic()
        with subprocess.Popen(command, env=environment) as process:
            watch = watched.Watch(process.pid)
            while not self.has_window():
                problem = watch.glance()
                if process.poll() is not None or problem:
                    watch.end()
                    sys.exit(f"windows: {command[0]} shows no window: {problem or 'it ended'}")
                self.wait()
            took = (time.monotonic() - began) * 1000
            process.send_signal(signal.SIGTERM)
        while self.has_window():
            self.wait()
        return took

    def wait(self):
        """Waits for a window event, but at most a second, so that the caller can check the program in between."""
        event = (ctypes.c_long * 24)()  # XEvent
        if not self.x11.XPending(self.display):
            select.select([self.x11.XConnectionNumber(self.display)], [], [], 1)
        while self.x11.XPending(self.display):
            self.x11.XNextEvent(self.display, event)
