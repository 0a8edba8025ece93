/// Records what a step does besides writing the state: the values that reducers receive, and the effects that start and
/// end. A trace reads the records. A replay supplies them, and reducers receive the recorded values.
package final class StepJournal: EffectJournal {
  /// A value that a reducer received and that another run would not reproduce.
  package enum RecordedValue: Equatable {
    case uuid(UniqueID)
    case presentation(PresentationID)
    case element(StackElementID)
    case date(Int64)
    case now(UInt64)
    case random(UInt64)

    fileprivate var isPresentation: Bool { if case .presentation = self { true } else { false } }
  }

  /// The number of the current or last step.
  package var step: UInt64 = 0
  /// Called before the next step of a burst.
  @safe @exclusivity(unchecked) package var stepEnded: (() -> Void)?
  /// Called when an effect has started or ended.
  @safe @exclusivity(unchecked) package var effectsChanged: (() -> Void)?
  /// Called before the store, and everything that runs in it, ends.
  @safe @exclusivity(unchecked) package var storeEnds: (() -> Void)?
  /// The effects that started and ended since the last record, by their serials.
  package private(set) var begun: [UInt64] = []
  package private(set) var over: [UInt64] = []
  package var issues: [Issue] = []
  /// The number of undos and redos in the step.
  package var undos = 0
  /// Whether the step has changed the steps that can be undone or redone.
  package var changedHistory = false
  package private(set) var recorded: [RecordedValue] = []
  /// The ids that presentations received between the steps, because code other than a reducer accessed them first.
  package var identified: Set<PresentationID> = []
  /// Whether a step is being reduced.
  private var isInStep = false
  /// The step that started each running effect.
  private var steps: [UInt64: UInt64] = [:]
  /// In a replay, the recorded values, the next one last; nil outside of a replay.
  private var script: [RecordedValue]?
  /// Whether a replay requested a value of another kind than was recorded.
  package private(set) var hasDiverged = false

  package init(isReplay: Bool = false) { script = isReplay ? [] : nil }

  /// Starts a step. Effects that started and ended since the previous step belong to its record.
  package func beginStep() {
    step += 1
    if !recorded.isEmpty { recorded = [] }
    undos = 0
    changedHistory = false
    isInStep = true
  }

  /// Ends a step. Values that are generated before the next step belong to neither step.
  package func endStep() { isInStep = false }

  /// Starts a new record.
  package func clear() {
    if !begun.isEmpty { begun = [] }
    if !over.isEmpty { over = [] }
    if !issues.isEmpty { issues = [] }
  }

  /// Discards all records when the last listener has left: a later one must not receive earlier effects and ids.
  package func forget() {
    clear()
    steps = [:]
    identified = []
  }

  /// In a replay, starts a step that receives its recorded values.
  package func beginStep(recorded values: [RecordedValue]) {
    script = values.reversed()
    hasDiverged = false
    isInStep = true
  }

  /// Whether the step requested all recorded values. Ids of presentations do not count, because other code may have
  /// accessed a presentation first.
  package var isExhausted: Bool { script?.allSatisfy(\.isPresentation) ?? true }

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

  /// Returns the step that started a running effect, or nil if the effect started before the trace.
  package func step(ofEffect serial: UInt64) -> UInt64? { steps[serial] }

  /// Records a value that a reducer receives. In a replay, returns the recorded value.
  ///
  /// - Parameter read: returns the value if the record is of the expected kind.
  package func provide<Value>(
    _ value: @autoclosure () -> Value, _ make: (Value) -> RecordedValue,
    _ read: (RecordedValue) -> Value?
  ) -> Value {
    // Also in a replay, so that the generators move as in the recorded run.
    let value = value()
    guard isInStep else { return value }
    guard script != nil else {
      recorded.append(make(value))
      return value
    }
    while let next = script?.popLast() {
      if let value = read(next) { return value }
      if next.isPresentation { continue }
      script?.append(next)
      break
    }
    hasDiverged = hasDiverged || !make(value).isPresentation
    return value
  }

  /// Returns the id for a presentation that has none yet.
  func presentationID(_ next: () -> PresentationID) -> PresentationID {
    if isInStep {
      return provide(next(), { .presentation($0) }) {
        if case .presentation(let id) = $0 { id } else { nil }
      }
    }
    // In a replay the id must not be one that the log may assign to another presentation.
    let id = script != nil ? .unique() : next()
    identified.insert(id)
    return id
  }
}
