"""The virtual loop: due work, and a clock that moves when told to (B3, B5, N2)."""

import heapq
from collections import deque


class Job:
    def __init__(self, run):
        self.run = run
        self.is_cancelled = False

    def cancel(self):
        self.is_cancelled = True


class Loop:
    def __init__(self):
        self.now = 0
        self.ready = deque()
        self.timers = []
        self.order = 0
        self.unclear = None
        self.workers = []
        self.has_worker = self.is_idling = False
        self.is_running = False
        self.effect_limit = None

    def soon(self, run, by_worker=False):
        if self.workers and not by_worker:
            self.unclear = "something begins beside a worker"
        job = Job(run)
        self.ready.append(job)
        return job

    def at(self, due, run):
        if due <= self.now:
            return self.soon(run)
        job = Job(run)
        self.order += 1
        heapq.heappush(self.timers, (due, self.order, job))
        return job

    def turn(self):
        """Runs the due work; work that becomes due during it waits for the next iteration. False: nothing was due."""
        while self.timers and self.timers[0][0] <= self.now:
            self.ready.append(heapq.heappop(self.timers)[2])
        jobs, self.ready = self.ready, deque()
        for job in jobs:
            if not job.is_cancelled:
                job.run()
        return bool(jobs)

    def run_due(self, is_over=lambda: False):
        """Until nothing is due."""
        while not is_over() and self.turn():
            pass

    def advance(self, nanoseconds):
        """Stops whenever something becomes due on the way."""
        end = self.now + nanoseconds
        self.run_due()
        while self.timers and self.timers[0][0] <= end:
            self.now = max(self.now, self.timers[0][0])
            self.run_due()
        self.now = end

    def worker_began(self, effect):
        self.workers.append(effect)
        if len(self.workers) > 1 or not self.is_idling:
            self.unclear = "a worker beside something else"
