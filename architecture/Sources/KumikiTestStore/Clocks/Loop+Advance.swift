internal import Kumiki

// Time in a test: the loop and the main actor run alternately, instant by instant.

@MainActor
extension Loop {
  /// The number of consecutive turns that must find nothing due: work that passes through the main actor
  /// takes a turn there for each of its steps.
  private static var quietTurns: Int { 10 }
  /// Limits the jobs at one instant, for work that never comes to rest.
  private static var mostJobs: Int { 100_000 }
  private static var mostRounds: Int { 1_000 }

  /// Advances the clock to an instant. Work that becomes due on the way runs before the clock moves on, even
  /// if it runs on the main actor.
  func advance(to target: UInt64) async {
    let target = max(target, now)
    var rounds = 0
    var time = now
    await settle()
    while let next = nextDeadline, next <= target, rounds < Self.mostRounds {
      rounds = next > time ? 0 : rounds + 1
      time = max(next, time)
      move(to: time)
      await settle()
    }
    if now < target {
      move(to: target)
      await settle()
    }
  }

  private func move(to time: UInt64) {
    asOwner { try? advance(by: time > now ? time - now : 0) }
  }

  /// Runs the work that is due, here and on the main actor, until both have nothing to do.
  private func settle() async {
    var quiet = 0
    var jobs = 0
    let sends = tally.unwaitedSends
    while quiet < Self.quietTurns, jobs < Self.mostJobs, !exceedsSendLimit(since: sends) {
      let served = tally.servedJobs
      await Task.yield()
      let ran = asOwner { (try? dispatch(timeoutMilliseconds: 0)) ?? 0 } + tally.servedJobs - served
      quiet = ran > 0 ? 0 : quiet + 1
      jobs += ran
    }
  }
}
