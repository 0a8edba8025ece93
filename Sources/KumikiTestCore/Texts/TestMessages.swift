package import KumikiValues

/// The messages of failures: the event, the expectation, and advice.
struct TestMessages<State, Action> {
  let subject: TestSubject<State, Action>

  private var words: TestWords { subject.words }

  /// Joins a heading, an indented block, and advice.
  func text(_ heading: String, _ block: String = "", _ advice: String = "") -> String {
    var text = heading
    if !block.isEmpty { text += "\n\n" + indented(block) + "\n" }
    if !advice.isEmpty { text += "\n" + advice }
    return text
  }

  func indented(_ block: String) -> String {
    block.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
  }

  /// Returns an action for use within a sentence, if its description is a single line.
  func name(_ action: Action) -> String {
    let lines = subject.describe(action).split(separator: "\n")
    return lines.count > 1 ? "\(lines[0]) …" : lines.first.map(String.init) ?? ""
  }

  /// A list of actions, cut after the first ones.
  func list(_ actions: [Action]) -> String { list(actions, subject.describe) }

  private func list<Item>(_ items: [Item], _ describe: (Item) -> String) -> String {
    let shown = items.prefix(20)
    var lines = shown.map(describe)
    if items.count > shown.count { lines.append("… and \(items.count - shown.count) more") }
    return lines.joined(separator: "\n")
  }

  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: - State

  func mismatch(
    _ action: Action, _ expected: State, _ actual: State, _ shared: [SharedDifference]
  ) -> String where State: Equatable {
    text(
      "The state after \(name(action)) is not the one expected (- expected, + actual):",
      lines(expected, actual, shared))
  }

  func unexpectedChange(
    _ action: Action, _ before: State, _ after: State, _ shared: [SharedDifference]
  ) -> String where State: Equatable {
    text(
      "\(name(action)) changed the state, and the test says nothing of it (- before, + after):",
      lines(before, after, shared), "Say what it changes in \(words.expectation).")
  }

  func noChange(_ action: Action) -> String {
    text(
      "\(name(action)) was expected to change the state, and it changed nothing.", "",
      "Where that is right, \(words.noExpectation).")
  }

  func unstated(
    _ action: Action, _ stated: State, _ actual: State, _ shared: [SharedDifference]
  ) -> String where State: Equatable {
    text(
      "Not asserted: what else \(name(action)) changed (- stated, + actual):",
      lines(stated, actual, shared))
  }

  func untrue(_ expected: State, _ actual: State, _ shared: [SharedDifference]) -> String
  where State: Equatable {
    text(
      "The state is not as asserted (- asserted, + actual):", lines(expected, actual, shared))
  }

  func expectationThrew(_ action: Action?, _ error: any Error) -> String {
    let what = action.map { " of \(name($0))" } ?? ""
    return text("The expectation\(what) failed with an error:", "\(error)")
  }

  // MARK: - Received actions

  func unreceived(_ received: [HandledAction<State, Action>], before what: String) -> String {
    text(
      "\(count(received.count, "action")) came from effects and "
        + "\(received.count == 1 ? "was" : "were") not received before \(what):",
      list(received) { handled in
        let from = handled.followed.map { ", from an effect driven by the state at \($0)" }
        return subject.describe(handled.action) + (from ?? "")
      },
      "Receive each with \(words.receive), or drop them with \(words.skipReceived).")
  }

  /// - Parameter before: How many of the expected actions were received before it.
  func anotherReceived(
    _ matcher: TestMatcher<Action>, _ action: Action, after before: Int = 0
  ) -> String {
    if before > 0 {
      return text(
        "After \(count(before, "action")) of the expected case another one was received.",
        "expected: \(matcher.description)\nreceived: \(subject.describe(action))", order)
    }
    if let difference = matcher.difference(action) {
      return text("Another action was received (- expected, + received):", difference, order)
    }
    return text(
      "Another action was received.",
      "expected: \(matcher.description)\nreceived: \(subject.describe(action))", order)
  }

  private var order: String { "Actions are received in the order in which effects sent them." }

  func noneMatches(_ matcher: TestMatcher<Action>, _ actions: [Action]) -> String {
    text(
      "None of the received actions is the expected one.",
      "expected: \(matcher.description)\nreceived: "
        + list(actions).split(separator: "\n").joined(separator: "\n          "))
  }

  func tooFew(_ matcher: TestMatcher<Action>, _ wanted: Int, _ found: Int) -> String {
    "Expected to receive \(matcher.description) \(count(wanted, "time")), and it came \(count(found, "time"))."
  }

  func skipped(_ actions: [Action]) -> String {
    text("Skipped \(count(actions.count, "received action")):", list(actions))
  }

  func nothingToSkip(_ what: String) -> String {
    text(
      "There is no \(what) to skip.", "",
      "Leave the call out, or make it not strict where there may be none.")
  }

  func nothingReceived<Site>(
    _ matcher: TestMatcher<Action>, _ wanted: Int, inFlight: [TestEffect<Site>]
  ) -> String {
    let often = wanted == 1 ? "" : " \(count(wanted, "time"))"
    let heading = "Expected to receive \(matcher.description)\(often), and nothing came."
    if inFlight.isEmpty {
      return text(
        heading, "",
        "No effect is in flight that could send it: it was received already, its effect was "
          + "cancelled, or none was started.")
    }
    return text(
      heading, of: inFlight,
      "A sleeping effect continues when the clock is advanced: \(words.advance). \(words.patience)")
  }

  // MARK: - Effects

  /// Joins a sentence about running effects, a line for each of them, and advice.
  private func text<Site>(
    _ sentence: String, of inFlight: [TestEffect<Site>], _ advice: String
  ) -> String {
    let count =
      "\(count(inFlight.count, "effect")) \(inFlight.count == 1 ? "is" : "are") in flight:"
    return text("\(sentence) \(count)", lines(inFlight), advice)
  }

  private func lines<Site>(_ effects: [TestEffect<Site>]) -> String {
    effects.map(line).joined(separator: "\n")
  }

  /// Describes the action or place that started an effect, and the effect's cancellation ids.
  func line<Site>(_ effect: TestEffect<Site>) -> String {
    var line =
      effect.follows.map { "driven by the state at \($0)" }
      ?? effect.startedBy.map { "started by \($0)" } ?? "started outside the test"
    if let asks = effect.asks { line = "a request \(asks), \(line)" }
    if !effect.ids.isEmpty {
      line += ", cancellable by \(effect.ids.joined(separator: ", "))"
    }
    return line
  }

  private var remedies: String {
    "Let it end (\(words.advance) for one that sleeps), cancel it by an action, or leave it out of "
      + "the account with \(words.skipInFlight)."
  }

  func unfinished<Site>(_ effects: [TestEffect<Site>]) -> String {
    text("Expected every effect to have finished.", of: effects, remedies)
  }

  func unfinishedTask<Site>(_ effects: [TestEffect<Site>]) -> String {
    text("Expected this send's effects to have finished.", of: effects, remedies)
  }

  func stillRunning<Site>(_ effect: TestEffect<Site>) -> String {
    text("An effect is still running at the end of the test:", line(effect), remedies)
  }

  func restless<Site>(_ effects: [TestEffect<Site>]) -> String {
    text(
      "The feature does not become idle.", of: effects,
      "One of them keeps running without waiting for the test's clock, like a timer on a clock "
        + "whose sleeps end at once. They were cancelled.")
  }

  func skippedInFlight<Site>(_ effects: [TestEffect<Site>]) -> String {
    text("Skipped \(count(effects.count, "effect")) in flight:", lines(effects))
  }

  // MARK: - The store

  func mismatch(_ action: Action, _ error: any Error) -> String {
    text("\(name(action)) does not fit the feature, and was not sent:", "\(error)")
  }

  func dismissed(_ action: Action) -> String {
    text(
      "\(name(action)) was sent to a feature that has dismissed itself: nothing handles it.", "",
      "A dismissed feature is gone; end the test where it calls dismiss.")
  }

  // MARK: - Shared values

  /// Returns the lines that differ between two states and between shared values.
  func lines(_ expected: State, _ actual: State, _ shared: [SharedDifference]) -> String
  where State: Equatable {
    let own = expected == actual ? [] : [subject.difference(expected, actual)]
    return (own + shared.map(lines)).joined(separator: "\n\n")
  }

  private func lines(_ difference: SharedDifference) -> String {
    let name = difference.name == "value" ? "a shared value" : "the shared value \(difference.name)"
    return "\(name):\n\(subject.sharedDifference(difference.expected, difference.actual))"
  }

  func untrueShared(_ shared: SharedDifference) -> String {
    text("A shared value is not as asserted (- asserted, + actual):", lines(shared))
  }

  func unstatedShared(_ shared: [SharedDifference], before what: String) -> String {
    text(
      "Shared values were written, and not stated before \(what) (- stated, + actual):",
      shared.map(lines).joined(separator: "\n\n"), subject.words.sharedAdvice)
  }
}

extension Issue {
  /// The issue as a test's failure message.
  package var failure: String {
    var message = "\(code.rawValue): \(self.message)"
    if !statePath.isEmpty { message += "\n  at \(statePath.onOneLine)" }
    if !label.isEmpty { message += "\n  by \(label)" }
    if let actionCase { message += "\n  while handling \(actionCase)" }
    return message
  }
}
