package import KumikiValues

/// Drives a store under test on its virtual loop, and reports violations of the rules.
///
/// Nothing here waits for time: after each call the loop has run everything that is due, and the test alone moves its
/// clock. Belongs to the loop's thread.
package final class TestDriver<State: Equatable, Action, Site> {
  package typealias Ledger = TestLedger<State, Action, Site>
  package typealias Expectation = Ledger.Expectation

  package let loop: Loop
  private let core: StoreCore
  private let recorder: TestRecorder<State, Action>
  private let ledger: Ledger
  private let report: (TestFailure<Site>) -> Void
  private let endStore: () -> Void
  /// The sends with running effects, and their locations in the test.
  private var sends: [(taskTree: TaskTree, site: Site)] = []
  package private(set) var isDismissed = false
  private var isOver = false
  /// The last call of the test.
  private var latest: Site?
  /// The number of jobs that have run in that call.
  private var jobs = 0
  /// How long to wait for running work on other threads. The driver never waits for the clock.
  package var timeoutMilliseconds = 1_000

  /// - Parameters:
  ///   - core: The core of the store whose steps `recorder` records.
  ///   - initial: The state of the store. It counts unless the recorder knows an earlier state.
  ///   - endStore: Ends the store; may retain it.
  ///   - report: Receives failures and notes, immediately.
  package init(
    core: StoreCore, recorder: TestRecorder<State, Action>, initial: State,
    subject: TestSubject<State, Action>, endStore: @escaping () -> Void,
    report: @escaping (TestFailure<Site>) -> Void
  ) {
    self.core = core
    loop = core.loop
    self.recorder = recorder
    self.endStore = endStore
    self.report = report
    ledger = TestLedger(
      recorder.initial ?? initial, subject: subject, tracker: recorder.tracker)
    core.onRootDismissal = { [unowned self] in
      isDismissed = true
      self.endStore()
    }
  }

  deinit { core.onRootDismissal = nil }

  /// The last asserted state.
  package var state: State { ledger.state }

  /// Sets whether the test must assert everything, or only as much as it wants.
  ///
  /// - Parameter showsSkipped: Whether to report skipped changes as notes.
  package func account(exhaustively isExhaustive: Bool, showsSkipped: Bool) {
    ledger.isExhaustive = isExhaustive
    ledger.showsSkipped = showsSkipped && !isExhaustive
  }

  // MARK: - The store

  /// Runs the due work without waiting, and passes actions from effects to the rules.
  ///
  /// - Returns: False if there was nothing to run.
  @discardableResult
  package func settle() -> Bool {
    let before = jobs
    let sends = loop.tally.unwaitedSends
    var exceedsLimits: Bool { jobs >= Self.mostJobs || loop.exceedsSendLimit(since: sends) }
    while !exceedsLimits, let more = try? loop.dispatch(timeoutMilliseconds: 0), more > 0 {
      jobs += more
    }
    collect()
    let ran = jobs > before
    if exceedsLimits { giveUp() }
    return ran
  }

  package func enter(at site: Site) {
    latest = site
    jobs = 0
  }

  /// Limits the jobs of a call, because an effect that never waits would run forever. An effect that sends without
  /// waiting reaches its loop's ``Loop/burstLimit`` first.
  private static var mostJobs: Int { 100_000 }

  /// Reports effects that never finish, and cancels them.
  private func giveUp() {
    let running = core.inFlight
    guard !running.isEmpty else { return }
    jobs = 0
    if let site = effects(running)[0].site ?? latest {
      fail(ledger.texts.restless(effects(running)), site)
    }
    for entry in running { entry.cancel() }
    settle()
  }

  /// Runs the due work, and waits for work on other threads until `done` returns true.
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

  /// Whether `count` actions that `matcher` accepts have been received.
  package func holds(_ matcher: TestMatcher<Action>, _ count: Int = 1) -> Bool {
    ledger.holds(matcher, count)
  }

  /// The running effects, in the order they started.
  package var inFlight: [TestEffect<Site>] { effects(core.inFlight) }

  package var hasInFlight: Bool { core.count > 0 }

  /// Whether the test has yet to assert the end of a running effect.
  package var hasUnfinished: Bool {
    core.inFlight.contains {
      $0.followed == nil && !ledger.excused.contains(Self.number(of: $0.ids))
    }
  }

  /// The number of the action that started the effect with these ids.
  private static func number(of ids: [AnyHashable]) -> Int {
    ids.firstResult { ($0.base as? ActionMark)?.number } ?? 0
  }

  private func effects(_ entries: [EffectEntry]) -> [TestEffect<Site>] {
    let sites = Dictionary(sends.map { (ObjectIdentifier($0.taskTree), $0.site) }) { first, _ in
      first
    }
    return entries.map { entry in
      let ids = entry.ids
      let number = Self.number(of: ids)
      return TestEffect(
        number: number,
        startedBy: recorder.starters[number].map { ledger.texts.name($0) },
        follows: entry.followed?.place,
        asks: (entry as? RequestEntry).map(\.question.text),
        ids: ids.filter { !($0.base is ActionMark) }.map { "\($0.base)" },
        site: sites[ObjectIdentifier(entry.taskTree)])
    }
  }

  /// Forgets the records of effects that have ended.
  private func forgetFinished() {
    sends.removeAll { $0.taskTree.isFinished }
    let numbers = Set(core.inFlight.map { Self.number(of: $0.ids) })
    recorder.keepStarters(among: numbers)
    ledger.keepExcused(among: numbers)
  }

  private func reportAll(_ failures: [TestFailure<Site>]) {
    forgetFinished()
    failures.forEach(report)
  }

  private func fail(_ message: String, _ site: Site) { report(ledger.failure(message, site)) }

  /// Reports a failure of a call that is not one of the driver's own.
  package func fail(_ message: String, at site: Site) { fail(message, site) }

  /// Performs one call of a test: runs the due work, waits until `isDone`, and reports violations of the rules.
  private func judge(
    at site: Site, timeout: Int? = 0, until isDone: () -> Bool = { true },
    _ find: () -> [TestFailure<Site>]
  ) {
    enter(at: site)
    settle(timeout: timeout, until: isDone)
    reportAll(find())
  }
}

// MARK: - The calls of a test

extension TestDriver {
  /// Performs a send: `perform` sends the action to the store, which must be idle.
  ///
  /// - Parameter action: The action, for the failures' messages.
  /// - Returns: The task of the send; nil if nothing was sent.
  package func send(
    _ action: Action, expect: Expectation?, at site: Site, perform: () throws -> StoreTask
  ) rethrows -> StoreTask? {
    enter(at: site)
    settle()
    guard !isDismissed else {
      reportAll([ledger.failure(ledger.texts.dismissed(action), site)])
      return nil
    }
    // Reported immediately, because the action may be refused.
    reportAll(
      ledger.reportUnreceived(before: "this send", at: site)
        + (ledger.subject.assertsSharedSeparately
          ? ledger.settleShared(before: "this send", at: site) : []))
    recorder.isSending = true
    defer { recorder.isSending = false }
    let task = try perform()
    guard let handled = recorder.takeSent() else { return task }
    if let taskTree = task.taskTree, !taskTree.isFinished { sends.append((taskTree, site)) }
    let failures = ledger.judge(handled, expect, site)
    settle()
    reportAll(failures)
    return task
  }

  /// Reports an action that the store refused because it does not match the feature.
  package func reportMismatch(_ action: Action, _ error: any Error, at site: Site) {
    fail(ledger.texts.mismatch(action, error), site)
  }

  /// Receives the next action from an effect, or several in a row. If exhaustivity is off, receives the next matching
  /// actions.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for other threads' work; nil for ``timeoutMilliseconds``.
  ///   - expect: The changes that all of the actions make together.
  package func receive(
    _ matcher: TestMatcher<Action>, count: Int = 1, timeout: Int? = nil, expect: Expectation?,
    at site: Site
  ) {
    judge(at: site, timeout: timeout, until: { ledger.holds(matcher, count) }) {
      ledger.receive(matcher, count: count, inFlight: inFlight, expect: expect, at: site)
    }
  }

  /// Checks the state without an action.
  ///
  /// - Parameter dependencies: The dependencies of the store.
  package func check(
    _ expect: @escaping Expectation, dependencies: DependencyValues = .unset,
    at site: Site
  ) {
    let positions = GeneratorPositions(core.identifiers, dependencies)
    reportAll(ledger.check(expect, positions: positions, at: site))
  }

  /// Checks a shared value, which then counts as asserted.
  package func check<Value: Equatable>(
    _ shared: Shared<Value>, is expected: Value, at site: Site
  ) {
    judge(at: site) { ledger.stateShared(shared, is: expected, at: site) }
  }

  /// Reads the state again, after a shared value in it has changed.
  package func reread(_ state: @autoclosure () throws -> State) rethrows {
    try ledger.reread(state())
  }

  /// Advances the loop's clock, and runs the work that becomes due on the way.
  package func advance(nanoseconds: UInt64) {
    settle()
    try? loop.advance(by: nanoseconds)
    settle()
    forgetFinished()
  }

  package func skipReceived(isStrict: Bool, at site: Site) {
    judge(at: site) { ledger.skipReceived(isStrict: isStrict, at: site) }
  }

  package func skipInFlight(isStrict: Bool, at site: Site) {
    judge(at: site) { ledger.skipInFlight(inFlight, isStrict: isStrict, at: site) }
  }

  /// Checks that no action is left to receive, and that no effect is running except state-driven effects.
  package func finish(timeout: Int? = nil, at site: Site) {
    let words = ledger.subject.words
    enter(at: site)
    settle()
    var failures = ledger.reportUnreceived(before: words.finish, at: site)
    settle(timeout: timeout) { core.inFlight.allSatisfy { $0.followed != nil } }
    failures += ledger.reportUnreceived(before: words.finish, at: site)
    reportAll(failures + ledger.finish(inFlight, at: site))
  }

  /// Checks that one send, and everything that it started, has finished.
  package func finish(_ task: StoreTask, timeout: Int? = nil, at site: Site) {
    judge(at: site, timeout: timeout, until: { task.isFinished }) {
      if task.isFinished { return [] }
      let running = effects(core.inFlight.filter { $0.taskTree === task.taskTree })
      return ledger.omission(ledger.texts.unfinishedTask(running), site)
    }
  }

  /// Ends the test, then the store. A second call does nothing.
  package func end(at site: Site) {
    guard !isOver else { return }
    isOver = true
    let end = "the end of the test"
    judge(at: site, timeout: nil, until: { !hasUnfinished }) {
      ledger.reportUnreceived(before: end, at: site) + ledger.end(inFlight, at: site)
        + ledger.settleShared(before: end, at: site)
    }
    endStore()
    settle()
  }

  /// Reports an issue of the engine during the test as a failure.
  ///
  /// - Parameter site: By default, the last call of the test.
  package func report(_ issue: Issue, at site: Site? = nil) {
    guard let site = site ?? latest else { return }
    var failure = issue.failure
    if let effect = core.reported.map({ effects([$0])[0] }), effect.startedBy != nil {
      failure += "\n  \(ledger.texts.line(effect))"
    }
    fail(failure, site)
  }
}
