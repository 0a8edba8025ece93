import Kumiki
import Testing

@Suite struct TurnBudgetTests {
  let loop: Loop
  let record = Record<Int>()

  init() throws { loop = try Loop(.virtual) }

  private func post(_ numbers: Range<Int>) {
    for number in numbers { loop.post { [record] in record(number) } }
  }

  @Test func `N10: an iteration runs a number of jobs, and the rest keeps its order`() throws {
    loop.turnBudget = TurnBudget(jobs: 2)
    post(0..<3)
    #expect(try loop.dispatch() == 2)
    #expect(!loop.isIdle)
    post(3..<4)
    #expect(try loop.dispatch() == 2)
    #expect(try loop.dispatch() == 0)
    #expect(record.entries == [0, 1, 2, 3])
  }

  @Test func `N10: new Swift jobs are in the budget too`() throws {
    loop.turnBudget = TurnBudget(jobs: 3)
    Task.detached(executorPreference: loop) { [record] in
      for number in 0..<5 {
        record(number)
        await Task.yield()
      }
    }
    var turns = 0
    while record.entries.count < 5 {
      #expect(try loop.dispatch() <= 3)
      turns += 1
    }
    #expect(turns >= 2)
  }

  @Test func `N10: if the time is already over, one job runs`() throws {
    let loop = try Loop(.live)
    loop.turnBudget = TurnBudget(time: .zero)
    for number in 0..<3 { loop.post { [record] in record(number) } }
    for _ in 0..<3 { #expect(try loop.dispatch() == 1) }
    #expect(record.entries == [0, 1, 2])
  }

  @Test func `N10: calls that take several iterations are not limited`() throws {
    loop.turnBudget = TurnBudget(jobs: 1)
    post(0..<2_000)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(record.entries.count == 2_000)
  }

  @Test func `N11: timers that use up an iteration leave the next to the queue`() throws {
    let loop = try dueTimers(4)
    loop.turnBudget = TurnBudget(jobs: 1)
    loop.post { [record] in record(10) }
    for _ in 0..<5 { #expect(try loop.dispatch() == 1) }
    #expect(record.entries[1] == 10)
    #expect(record.entries.count == 5)
  }

  /// A real-time loop whose timers are all due. Timers that were already due when set would be in
  /// the queue.
  private func dueTimers(_ count: Int) throws -> Loop {
    while true {
      let loop = try Loop(.live)
      let moment = loop.now + 1_000_000
      for number in 0..<count { loop.schedule(at: moment) { [record] in record(number) } }
      guard loop.now < moment else { continue }
      while loop.now <= moment {}
      return loop
    }
  }
}
