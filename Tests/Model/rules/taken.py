"""E130: the numbers that a store's counter of ids skips, since they came from outside."""

MOST = 16


class TakenNumbers:
    def __init__(self, ranges=()):
        self.ranges = [list(ends) for ends in ranges]

    def __contains__(self, number):
        return any(first <= number <= last for first, last in self.ranges)

    def free_from(self, number):
        """The first number, from this one on, that is not among these."""
        for first, last in self.ranges:
            if first <= number <= last:
                number = last + 1
        return number

    def add(self, number):
        ranges = sorted([*self.ranges, [number, number]])
        self.ranges = [ranges[0]]
        for first, last in ranges[1:]:
            if first <= self.ranges[-1][1] + 1:
                self.ranges[-1][1] = max(last, self.ranges[-1][1])
            else:
                self.ranges.append([first, last])
        if len(self.ranges) > MOST:
            self.close_a_gap()

    def leave_below(self, number):
        """The counter is already past the numbers below."""
        above = [[max(first, number), last] for first, last in self.ranges if last >= number]
        self.ranges = above

    def close_a_gap(self):
        """The smallest, and among several the first."""
        pairs = list(zip(self.ranges, self.ranges[1:]))
        least = min(range(len(pairs)), key=lambda i: (pairs[i][1][0] - pairs[i][0][1], i))
        self.ranges[least][1] = self.ranges.pop(least + 1)[1]

    def copy(self):
        return TakenNumbers(self.ranges)
