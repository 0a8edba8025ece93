/// The events of a case, step by step.
final class Trace {
  private var steps: [Value] = []
  private var events: [Value] = []

  func say(_ event: [Value]) { events.append(.array(event)) }

  func endStep() {
    steps.append(.array(events))
    events = []
  }

  /// The answer to a case.
  var answer: Value { .object(["made": "KMK_OK", "steps": .array(steps)]) }
}
