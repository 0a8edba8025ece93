internal import Kumiki

// Time in a test: what a loop and the main actor do in turns, moment by moment.

@MainActor
extension Loop {
  /// How often in a row nothing may be due before it is believed: work that goes by way of the main actor
  /// takes a turn there for each of its steps.
  private static var quietTurns: Int { 10 }
  /// What does not come to rest is left alone after so many jobs, at one moment.
  private static var mostJobs: Int { 100_000 }
  private static var mostRounds: Int { 1_000 }

  /// Moves the clock on to a moment. What becomes due on the way has run, on the main actor too, before
  /// the clock goes on.
  func advance(to target: UInt64) async {
    let target = max(target, now)
    var rounds = 0
    var moment = now
    await settle()
    while let next = nextDeadline, next <= target, rounds < Self.mostRounds {
      rounds = next > moment ? 0 : rounds + 1
      moment = max(next, moment)
      move(to: moment)
      await settle()
    }
    if now < target {
      move(to: target)
      await settle()
    }
  }

  private func move(to moment: UInt64) {
    asOwner { try? advance(by: moment > now ? moment - now : 0) }
  }

  /// Runs what is due, here and on the main actor, until neither has anything to do.
  private func settle() async {
    var quiet = 0
    var jobs = 0
    while quiet < Self.quietTurns, jobs < Self.mostJobs {
      let served = servedJobs
      await Task.yield()
      let ran = asOwner { (try? dispatch(timeoutMilliseconds: 0)) ?? 0 } + servedJobs - served
      quiet = ran > 0 ? 0 : quiet + 1
      jobs += ran
    }
  }
}
