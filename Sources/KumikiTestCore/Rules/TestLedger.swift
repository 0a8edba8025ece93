internal import DequeModule
package import KumikiValues

/// The rules of a test store: records what a test has asserted, and finds what it has not.
///
/// The ledger only decides: it receives the events in the store, and returns the reports. The ``TestDriver`` drives
/// the store.
///
/// A class, because expectations run while it decides, and may read the state or receive more actions.
package final class TestLedger<State: Equatable, Action, Site> {
  package typealias Handled = HandledAction<State, Action>
  package typealias Failure = TestFailure<Site>
  package typealias Effect = TestEffect<Site>
  /// Edits a copy of a state into the expected state.
  package typealias Expectation = (inout State) throws -> Void

  package let subject: TestSubject<State, Action>
  /// Whether the test must assert every change, every action from an effect, and the end of every effect. If not, the
  /// assertions that it makes must hold, and the rest is skipped.
  var isExhaustive = true
  /// Whether skipped changes are reported as notes.
  var showsSkipped = false
  /// The last asserted state.
  package internal(set) var state: State
  /// Actions from effects that the test has not received yet, each with the state after it.
  var queue = Deque<Handled>()
  /// The numbers of the actions whose running effects the test need not end.
  var excused: Set<Int> = []

  let tracker: SharedTracker

  package init(
    _ state: State, subject: TestSubject<State, Action>, tracker: SharedTracker = SharedTracker()
  ) {
    self.state = state
    self.subject = subject
    self.tracker = tracker
  }

  var texts: TestMessages<State, Action> { TestMessages(subject: subject) }

  func failure(_ message: String, _ site: Site) -> Failure {
    Failure(message: message, site: site, isNote: false)
  }

  /// Reports an omission: as a failure in an exhaustive test, or as a note if the test wants notes.
  func omission(_ message: @autoclosure () -> String, _ site: Site) -> [Failure] {
    if isExhaustive { return [failure(message(), site)] }
    return showsSkipped ? [Failure(message: message(), site: site, isNote: true)] : []
  }

  // MARK: - Actions

  package var hasReceived: Bool { !queue.isEmpty }

  /// Whether `count` actions that `matcher` accepts have been received.
  package func holds(_ matcher: TestMatcher<Action>, _ count: Int = 1) -> Bool {
    isExhaustive ? queue.count >= count : fitting(matcher, count).count == count
  }

  /// Returns the first actions that `matcher` accepts, at most `count`.
  private func fitting(_ matcher: TestMatcher<Action>, _ count: Int) -> [Handled] {
    var fitting: [Handled] = []
    for handled in queue {
      if fitting.count >= count { break }
      if matcher.matches(handled.action) { fitting.append(handled) }
    }
    return fitting
  }

  /// Called when an effect has sent an action.
  package func received(_ handled: Handled) { queue.append(handled) }

  /// Receives an action, or several in a row, once the store has nothing left to run.
  ///
  /// - Parameter expect: The changes that all of the actions make together.
  package func receive(
    _ matcher: TestMatcher<Action>, count: Int = 1, inFlight: @autoclosure () -> [Effect],
    expect: Expectation?, at site: Site
  ) -> [Failure] {
    guard hasReceived else {
      return [failure(texts.nothingReceived(matcher, count, inFlight: inFlight()), site)]
    }
    return isExhaustive
      ? receiveNext(matcher, count, expect, site) : receiveFitting(matcher, count, expect, site)
  }

  /// In an exhaustive test, the next actions must match.
  private func receiveNext(
    _ matcher: TestMatcher<Action>, _ count: Int, _ expect: Expectation?, _ site: Site
  ) -> [Failure] {
    var taken: [Handled] = []
    while taken.count < count, let head = queue.popFirst() {
      guard matcher.matches(head.action) else {
        move(to: head)
        return [failure(texts.anotherReceived(matcher, head.action, after: taken.count), site)]
      }
      taken.append(head)
    }
    guard taken.count == count else {
      if let last = taken.last { move(to: last) }
      return [failure(texts.tooFew(matcher, count, taken.count), site)]
    }
    return judge(taken, expect, site)
  }

  /// In a test that is not exhaustive, actions that do not match are skipped.
  private func receiveFitting(
    _ matcher: TestMatcher<Action>, _ count: Int, _ expect: Expectation?, _ site: Site
  ) -> [Failure] {
    let fitting = fitting(matcher, count)
    guard fitting.count == count, let last = fitting.last else {
      let text =
        fitting.isEmpty
        ? texts.noneMatches(matcher, queue.map(\.action))
        : texts.tooFew(matcher, count, fitting.count)
      return [failure(text, site)]
    }
    let numbers = Set(fitting.map(\.number))
    // The queue is ordered by the actions' numbers.
    let skipped = queue.prefix { $0.number < last.number }.filter { !numbers.contains($0.number) }
    let before = queue.prefix { $0.number < fitting[0].number }.last
    queue.removeFirst(queue.prefix { $0.number <= last.number }.count)
    var failures: [Failure] = []
    if !skipped.isEmpty { failures += omission(texts.skipped(skipped.map(\.action)), site) }
    if let before { move(to: before) }
    return failures + judge(fitting, expect, site)
  }

  /// Checks several actions in a row by the changes that all of them have made together.
  private func judge(_ row: [Handled], _ expect: Expectation?, _ site: Site) -> [Failure] {
    guard var whole = row.last else { return [] }
    whole.positions = row[0].positions
    whole.sharedBefore = row[0].sharedBefore
    return judge(whole, expect, site)
  }

  /// Drops the received actions and continues from the newest state.
  package func skipReceived(isStrict: Bool, at site: Site) -> [Failure] {
    guard hasReceived else {
      return isStrict ? [failure(texts.nothingToSkip("received action"), site)] : []
    }
    let actions = taken().map(\.action)
    return showsSkipped ? omission(texts.skipped(actions), site) : []
  }

  /// Empties the queue and returns its actions.
  private func taken() -> [Handled] {
    let received = Array(queue)
    queue.removeAll()
    if let newest = received.last { move(to: newest) }
    return received
  }

  /// Clears the queue at a send, at `finish` and at the end. Its actions should have been received before.
  package func reportUnreceived(before what: String, at site: Site) -> [Failure] {
    guard hasReceived else { return [] }
    // Emptied even if it is not reported.
    let actions = taken()
    return omission(texts.unreceived(actions, before: what), site)
  }
}
