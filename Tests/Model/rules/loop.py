"""The virtual loop: due work, and clocks that move when told to (B3, B5, B417 to B419, N2)."""

import heapq
from collections import deque


class Job:
    def __init__(self, run):
        self.run = run
        self.is_cancelled = False

    def cancel(self):
        self.is_cancelled = True


class Listener(Job):
    """It runs at each event, "woken" or "clock_set"."""

    def __init__(self, event, run):
        super().__init__(run)
        self.event = event


class Loop:
    def __init__(self):
        self.now = 0
        self.ahead = self.asleep = 0  # the date and the clock that counts suspends, from the loop's own clock
        self.was_set_back = False
        self.listeners = []
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

    def time(self, clock):
        return self.now + {"own": 0, "date": self.ahead, "sleep": self.asleep}[clock]

    def at(self, due, run, clock="own"):
        """Timers of all clocks have one order, by their due times on the loop's own clock."""
        due += self.now - self.time(clock)
        if due <= self.now:
            return self.soon(run)
        job = Job(run)
        self.order += 1
        heapq.heappush(self.timers, (due, self.order, job, clock))
        return job

    def listen(self, event, run):
        listener = Listener(event, run)
        self.listeners = [one for one in self.listeners if not one.is_cancelled] + [listener]
        return listener

    def suspend(self, nanoseconds):
        """B417: the loop's own clock stands."""
        self.run_due()
        self.asleep += nanoseconds
        self.move(nanoseconds, "woken", ("date", "sleep"))

    def set_date(self, date):
        """B418."""
        self.run_due()
        self.was_set_back |= date < self.time("date")
        self.move(date - self.time("date"), "clock_set", ("date",))

    def move(self, distance, event, clocks):
        self.ahead += distance
        moved = [(due - distance if clock in clocks else due, due, order, job, clock)
                 for due, order, job, clock in self.timers]
        late = sorted((former, order, job) for due, former, order, job, _ in moved if due <= self.now)
        self.timers = [(due, order, job, clock) for due, _, order, job, clock in moved if due > self.now]
        heapq.heapify(self.timers)
        self.ready.extend(job for *_, job in late)
        for one in self.listeners:
            if one.event == event and not one.is_cancelled:
                self.soon(lambda one=one: one.is_cancelled or one.run())
        self.run_due()

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
