/// Notes what a step does besides writing the state: the values that reducers are given, and the effects that
/// begin and end. A trace reads the notes; a replay fills them in, and reducers are given the noted values.
package final class StepJournal: EffectJournal {
  /// Something that a reducer was given and that another run would not give again.
  package enum Given: Equatable {
    case uuid(UniqueID)
    case presentation(PresentationID)
    case element(StackElementID)
    case date(Int64)
    case now(UInt64)
    case random(UInt64)

    fileprivate var isPresentation: Bool { if case .presentation = self { true } else { false } }
  }

  /// The number of the step that is reduced, or was last.
  package var step: UInt64 = 0
  /// Called before the next step of a burst.
  @safe @exclusivity(unchecked) package var stepEnded: (() -> Void)?
  /// Called when an effect has begun or ended.
  @safe @exclusivity(unchecked) package var effectsChanged: (() -> Void)?
  /// Called before the store ends, with all that runs in it.
  @safe @exclusivity(unchecked) package var storeEnds: (() -> Void)?
  /// The effects that began and ended since the last record, by their serials.
  package private(set) var begun: [UInt64] = []
  package private(set) var over: [UInt64] = []
  package var issues: [Issue] = []
  /// How many undos and redos there were in the step.
  package var undos = 0
  /// Whether the step has changed what can be undone or redone.
  package var changedHistory = false
  package private(set) var given: [Given] = []
  /// The ids that presentations were given between the steps, when something but a reducer looked at them first.
  package var identified: Set<PresentationID> = []
  /// Whether a step is reduced.
  private var isInStep = false
  /// The steps in which the running effects began.
  private var steps: [UInt64: UInt64] = [:]
  /// In a replay: what was given then, the next one first; nil outside of one.
  private var script: [Given]?
  /// Whether a replay asked for something else than what was given then.
  package private(set) var isAstray = false

  package init(isReplay: Bool = false) { script = isReplay ? [] : nil }

  /// Begins a step. What began and ended since the step before belongs to its record.
  package func beginStep() {
    step += 1
    given = []
    undos = 0
    changedHistory = false
    isInStep = true
  }

  /// Ends a step. What is handed out until the next one is not part of either.
  package func endStep() { isInStep = false }

  /// Begins a new record.
  package func clear() {
    begun = []
    over = []
    issues = []
  }

  /// The last listener has left: a later one must not get the notes of effects and ids from before.
  package func forget() {
    clear()
    steps = [:]
    identified = []
  }

  /// In a replay: begins a step, which is given what it was given then.
  package func beginStep(given: [Given]) {
    script = given.reversed()
    isAstray = false
    isInStep = true
  }

  /// Whether the step asked for all that was given then. Ids of presentations do not count: something else may
  /// have looked at one first.
  package var isSpent: Bool { script?.allSatisfy(\.isPresentation) ?? true }

  var stepSource: ActionSource { ActionSource(sentBy: step) }

  func note(_ issue: Issue) { issues.append(issue) }

  func began(_ serial: UInt64) {
    begun.append(serial)
    steps[serial] = step
    effectsChanged?()
  }

  func ended(_ serial: UInt64) {
    over.append(serial)
    steps[serial] = nil
    effectsChanged?()
  }

  /// The step in which a running effect began; nil if it began before the trace.
  package func step(ofEffect serial: UInt64) -> UInt64? { steps[serial] }

  /// Notes what a reducer is given; in a replay, returns what was given then.
  ///
  /// - Parameter read: the value, if this is something of its kind.
  package func hand<Value>(
    _ value: @autoclosure () -> Value, _ make: (Value) -> Given, _ read: (Given) -> Value?
  ) -> Value {
    // In a replay too, so that the generators are where they were then.
    let value = value()
    guard isInStep else { return value }
    guard script != nil else {
      given.append(make(value))
      return value
    }
    while let next = script?.popLast() {
      if let value = read(next) { return value }
      if next.isPresentation { continue }
      script?.append(next)
      break
    }
    isAstray = isAstray || !make(value).isPresentation
    return value
  }

  /// The id of a presentation that has none yet.
  func presentationID(_ next: () -> PresentationID) -> PresentationID {
    if isInStep {
      return hand(next(), { .presentation($0) }) {
        if case .presentation(let id) = $0 { id } else { nil }
      }
    }
    // In a replay not one that the log may give to another.
    let id = script != nil ? .unique() : next()
    identified.insert(id)
    return id
  }
}
