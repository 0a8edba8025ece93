package import Kumiki

/// Drives a store under test on its virtual loop and reports what the rules find.
///
/// Nothing here waits for time: after each call the loop has run everything that is due, and its
/// clock stands where the test has moved it. Belongs to the loop's thread.
package final class TestDriver<State, Action, Site> {
  package typealias Ledger = TestLedger<State, Action, Site>
  package typealias Expectation = Ledger.Expectation

  package let loop: Loop
  private let table: EffectTable
  private let recorder: TestRecorder<State, Action>
  private let ledger: Ledger
  private let report: (TestFailure<Site>) -> Void
  private let endStore: () -> Void
  /// The sends whose effects are running, and where the test made them.
  private var sends: [(cascade: Cascade, site: Site)] = []
  package private(set) var isDismissed = false
  private var isOver = false
  /// The last call of the test.
  private var latest: Site?
  /// How many jobs have run in it.
  private var jobs = 0
  /// How long to wait for work that is under way on another thread. Time itself is never waited for.
  package var timeoutMilliseconds = 1_000

  /// - Parameters:
  ///   - table: of the store, whose step `recorder` records.
  ///   - initial: the state of the store.
  ///   - endStore: ends the store; may hold it.
  ///   - report: receives failures and notes, at once.
  package init(
    table: EffectTable, recorder: TestRecorder<State, Action>, initial: State,
    subject: TestSubject<State, Action>, endStore: @escaping () -> Void,
    report: @escaping (TestFailure<Site>) -> Void
  ) {
    self.table = table
    loop = table.loop
    self.recorder = recorder
    self.endStore = endStore
    self.report = report
    ledger = TestLedger(initial, subject: subject)
    table.onRootDismissal = { [unowned self] in
      isDismissed = true
      self.endStore()
    }
  }

  deinit { table.onRootDismissal = nil }

  /// The state as far as it was asserted.
  package var state: State { ledger.state }

  package var exhaustivity: TestExhaustivity {
    get { ledger.exhaustivity }
    set { ledger.exhaustivity = newValue }
  }

  // MARK: - The store

  /// Runs what is due, without waiting, and hands what effects sent to the rules.
  ///
  /// - Returns: false where there was nothing to run.
  @discardableResult
  package func settle() -> Bool {
    let before = jobs
    while jobs < Self.mostJobs, let more = try? loop.dispatch(timeoutMilliseconds: 0), more > 0 {
      jobs += more
    }
    collect()
    let ran = jobs > before
    if jobs >= Self.mostJobs { giveUp() }
    return ran
  }

  /// A call of the test begins.
  package func begin(at site: Site) {
    latest = site
    jobs = 0
  }

  /// An effect that never waits would keep a test for ever: this many jobs a call are enough.
  private static var mostJobs: Int { 100_000 }

  /// Reports effects that never come to rest, and cancels them.
  private func giveUp() {
    let running = table.inFlight
    guard !running.isEmpty else { return }
    jobs = 0
    if let site = effects(running)[0].site ?? latest {
      report(
        TestFailure(message: ledger.texts.restless(effects(running)), site: site, isNote: false))
    }
    for entry in running { entry.cancel() }
    settle()
  }

  /// Runs what is due, and waits for the work of other threads until `done` is true.
  private func settle(timeout milliseconds: Int?, until done: () -> Bool) {
    settle()
    guard !done() else { return }
    try? loop.run(timeoutMilliseconds: milliseconds ?? timeoutMilliseconds) {
      collect()
      return done()
    }
    settle()
  }

  private func collect() {
    for handled in recorder.takeArrived() { ledger.received(handled) }
  }

  /// True where an action that `matcher` wants has been received.
  package func holds(_ matcher: TestMatcher<Action>) -> Bool { ledger.holds(matcher) }

  /// The running effects, from the first started to the last.
  package var inFlight: [TestEffect<Site>] { effects(table.inFlight) }

  package var hasInFlight: Bool { table.count > 0 }

  /// True where one runs that the test has not left out of the account.
  package var hasOwed: Bool {
    table.inFlight.contains { !ledger.forgotten.contains(Self.number(of: $0.ids)) }
  }

  /// Of the action that started the effect with these ids.
  private static func number(of ids: [AnyHashable]) -> Int {
    ids.firstResult { ($0.base as? ActionMark)?.number } ?? 0
  }

  private func effects(_ entries: [EffectEntry]) -> [TestEffect<Site>] {
    entries.map { entry in
      let ids = entry.ids
      let number = Self.number(of: ids)
      return TestEffect(
        number: number,
        startedBy: recorder.starter(number).map { ledger.texts.name($0) },
        ids: ids.filter { !($0.base is ActionMark) }.map { "\($0.base)" },
        site: sends.first { $0.cascade === entry.cascade }?.site)
    }
  }

  /// Forgets what was noted for effects that have ended.
  private func forgetFinished() {
    sends.removeAll { $0.cascade.isFinished }
    let numbers = Set(table.inFlight.map { Self.number(of: $0.ids) })
    recorder.keepStarters(among: numbers)
    ledger.keepForgotten(among: numbers)
  }

  private func tell(_ failures: [TestFailure<Site>]) -> Bool {
    forgetFinished()
    var holds = true
    for failure in failures {
      if !failure.isNote { holds = false }
      report(failure)
    }
    return holds
  }
}

// MARK: - What a test says

extension TestDriver {
  /// A send: `perform` sends the action to the store, which must be idle.
  ///
  /// - Parameter action: as the failures name it.
  /// - Returns: what the send set going, nil where nothing was sent; and whether all was as expected.
  package func send(
    _ action: Action, expect: Expectation?, at site: Site, perform: () throws -> StoreTask
  ) rethrows -> (task: StoreTask?, holds: Bool) {
    begin(at: site)
    settle()
    guard !isDismissed else {
      return (
        nil, tell([TestFailure(message: ledger.texts.dismissed(action), site: site, isNote: false)])
      )
    }
    // Reported at once, since the action may be refused.
    let heldBefore = tell(ledger.willSend(at: site))
    recorder.isSending = true
    defer { recorder.isSending = false }
    let task = try perform()
    guard let handled = recorder.takeSent() else { return (task, heldBefore) }
    if let cascade = task.cascade, !cascade.isFinished { sends.append((cascade, site)) }
    let failures = ledger.sent(handled, expect: expect, at: site)
    settle()
    return (task, tell(failures) && heldBefore)
  }

  /// The store did not take an action: it does not fit the feature.
  package func reportMismatch(_ action: Action, _ error: any Error, at site: Site) {
    report(
      TestFailure(message: ledger.texts.mismatch(action, error), site: site, isNote: false))
  }

  /// Takes the next action that an effect sent; where exhaustivity is off, the next that matches.
  ///
  /// - Parameter timeout: how long other threads' work may take; nil: ``timeoutMilliseconds``.
  @discardableResult
  package func receive(
    _ matcher: TestMatcher<Action>, timeout: Int? = nil, expect: Expectation?, at site: Site
  ) -> Bool {
    begin(at: site)
    settle(timeout: timeout) { ledger.holds(matcher) }
    return tell(ledger.receive(matcher, inFlight: inFlight, expect: expect, at: site))
  }

  /// Checks the state without an action.
  ///
  /// - Parameter dependencies: of the store.
  @discardableResult
  package func check(
    _ expect: Expectation, dependencies: DependencyValues = DependencyValues(), at site: Site
  ) -> Bool {
    let positions = GeneratorPositions(table.identifiers, dependencies)
    return tell(ledger.check(expect, positions: positions, at: site))
  }

  /// Moves the clock of the loop, and runs what becomes due on the way.
  @discardableResult
  package func advance(nanoseconds: UInt64) -> Bool {
    settle()
    let moved: Void? = try? loop.advance(by: nanoseconds)
    settle()
    return moved != nil && tell([])
  }

  @discardableResult
  package func skipReceived(isStrict: Bool, at site: Site) -> Bool {
    begin(at: site)
    settle()
    return tell(ledger.skipReceived(isStrict: isStrict, at: site))
  }

  @discardableResult
  package func skipInFlight(isStrict: Bool, at site: Site) -> Bool {
    begin(at: site)
    settle()
    return tell(ledger.skipInFlight(inFlight, isStrict: isStrict, at: site))
  }

  /// Nothing is to be received any more, and nothing to be running.
  @discardableResult
  package func finish(timeout: Int? = nil, at site: Site) -> Bool {
    begin(at: site)
    settle()
    var failures = ledger.settleReceived(before: ledger.subject.words.finish, at: site)
    settle(timeout: timeout) { table.count == 0 }
    failures += ledger.settleReceived(before: ledger.subject.words.finish, at: site)
    return tell(failures + ledger.finish(inFlight, at: site))
  }

  /// One send, and all that it led to, is to have finished.
  @discardableResult
  package func finish(_ task: StoreTask, timeout: Int? = nil, at site: Site) -> Bool {
    begin(at: site)
    settle(timeout: timeout) { task.isFinished }
    guard !task.isFinished else { return true }
    let entries = table.inFlight.filter { $0.cascade === task.cascade }
    return tell(ledger.finishTask(effects(entries), at: site))
  }

  /// The end of the test, then of the store. A second call does nothing.
  @discardableResult
  package func end(at site: Site) -> Bool {
    guard !isOver else { return true }
    isOver = true
    begin(at: site)
    settle(timeout: nil) { !hasOwed }
    let failures =
      ledger.settleReceived(before: "the end of the test", at: site)
      + ledger.end(inFlight, at: site)
    let holds = tell(failures)
    endStore()
    settle()
    return holds
  }

  /// An issue of the engine while the test runs, as a failure.
  package func report(_ issue: Issue, at site: Site) {
    var message = "\(issue.code.rawValue): \(issue.message)"
    if !issue.label.isEmpty { message += "\n  by \(issue.label)" }
    if let actionCase = issue.actionCase { message += "\n  while handling \(actionCase)" }
    report(TestFailure(message: message, site: site, isNote: false))
  }
}
