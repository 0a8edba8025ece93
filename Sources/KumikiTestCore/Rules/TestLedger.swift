internal import DequeModule
package import Kumiki

/// What a test has accounted for and what it still has to: the rules of a test store.
///
/// It only decides: it is told what happened in the store, and answers with what is to be reported. The
/// store is driven by the ``TestDriver``.
///
/// A class, since expectations run while it decides, and may ask for the state or receive more.
package final class TestLedger<State: Equatable, Action, Site> {
  package typealias Handled = HandledAction<State, Action>
  package typealias Failure = TestFailure<Site>
  package typealias Effect = TestEffect<Site>
  /// Edits a copy of a state into what is expected.
  package typealias Expectation = (inout State) throws -> Void

  package let subject: TestSubject<State, Action>
  /// Whether the test has to account for every change, every action that an effect sends, and every effect
  /// still running at the end. If not, what it states must hold, and the rest is skipped.
  var isExhaustive = true
  /// Whether what is skipped is told as notes.
  var showsSkipped = false
  /// The state as far as it was asserted.
  package internal(set) var state: State
  /// Actions that effects sent and that were not received yet, each with the state after it.
  var queue = Deque<Handled>()
  /// Actions whose running effects the test need not account for.
  var forgotten: Set<Int> = []

  /// What was written of shared values.
  let tracker: SharedTracker

  package init(
    _ state: State, subject: TestSubject<State, Action>, tracker: SharedTracker = SharedTracker()
  ) {
    self.state = state
    self.subject = subject
    self.tracker = tracker
  }

  var texts: TestTexts<State, Action> { TestTexts(subject: subject) }

  func failure(_ message: String, _ site: Site) -> Failure {
    Failure(message: message, site: site, isNote: false)
  }

  /// Something left out that is a failure of an exhaustive test, a note of one that wants to know.
  func omission(_ message: @autoclosure () -> String, _ site: Site) -> [Failure] {
    if isExhaustive { return [failure(message(), site)] }
    return showsSkipped ? [Failure(message: message(), site: site, isNote: true)] : []
  }

  // MARK: - Actions

  package var hasReceived: Bool { !queue.isEmpty }

  /// True where an action that `matcher` wants is among those received.
  package func holds(_ matcher: TestMatcher<Action>) -> Bool {
    isExhaustive ? hasReceived : queue.contains { matcher.matches($0.action) }
  }

  /// An effect has sent an action.
  package func received(_ handled: Handled) { queue.append(handled) }

  /// A receive, once the store has nothing more to do by itself.
  package func receive(
    _ matcher: TestMatcher<Action>, inFlight: [Effect], expect: Expectation?, at site: Site
  ) -> [Failure] {
    guard hasReceived else {
      return [failure(texts.nothingReceived(matcher, inFlight: inFlight), site)]
    }
    if isExhaustive {
      let head = queue.removeFirst()
      if matcher.matches(head.action) { return judge(head, expect, site) }
      move(to: head)
      return [failure(texts.anotherReceived(matcher, head.action), site)]
    }
    let received = queue
    guard let index = received.firstIndex(where: { matcher.matches($0.action) }) else {
      return [failure(texts.noneMatches(matcher, received.map(\.action)), site)]
    }
    let found = received[index]
    queue.removeAll { $0.number <= found.number }
    var failures: [Failure] = []
    if let last = received.prefix(index).last {
      failures += omission(texts.skipped(received.prefix(index).map(\.action)), site)
      move(to: last)
    }
    return failures + judge(found, expect, site)
  }

  /// Drops what was received; the state is the newest.
  package func skipReceived(isStrict: Bool, at site: Site) -> [Failure] {
    guard hasReceived else {
      return isStrict ? [failure(texts.nothingToSkip("received action"), site)] : []
    }
    let actions = taken()
    return showsSkipped ? omission(texts.skipped(actions), site) : []
  }

  /// Takes everything out of the queue.
  private func taken() -> [Action] {
    let actions = queue.map(\.action)
    let newest = queue.last
    queue.removeAll()
    if let newest { move(to: newest) }
    return actions
  }

  /// At a send, at `finish` and at the end: what was not received before should have been accounted for,
  /// and is so now.
  package func settleReceived(before what: String, at site: Site) -> [Failure] {
    guard hasReceived else { return [] }
    // Taken even if it is not reported.
    let actions = taken()
    return omission(texts.unreceived(actions, before: what), site)
  }
}
