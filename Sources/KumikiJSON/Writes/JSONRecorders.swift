internal import KumikiValues

/// The recorders of a document's writes: the observers of patches, for a whole burst; the operators that are in
/// one of their steps; and the histories and indexes at the places above the write.
package final class JSONRecorders {
  /// False if writes need not be recorded.
  private(set) var isOn = false
  /// The number of observers of patches, and of those that want the inverse patch.
  private(set) var observers = 0
  private var returning = 0
  private(set) var burst = JSONChanges(keepsBefore: false)
  /// The writes of the burst that observers are notified of; empty if it had none.
  private(set) var lastBurst = JSONChanges(keepsBefore: false)
  /// The operators in whose step a write happens, each with the depth of its place in the state.
  var steps: [(step: Step, depth: Int, changes: JSONChanges)] = []
  private var lastStep: UInt64 = 0
  /// Finished records, reused for their memory.
  private var spare: [JSONChanges] = []
  private(set) var hasHistories = false
  private(set) var hasIndexes = false
  /// Whether versions record each write, even in a pause.
  var isVersioned = false { didSet { update() } }
  private(set) var pauses = 0
  /// Whether each write looks for recorders at the places above it.
  var looksAtPlaces: Bool { hasHistories || hasIndexes }
  /// The steps from the root to the place of a write, reused for their memory.
  @safe @exclusivity(unchecked) var path = ManualArray<JSONWritePlace.Step>()

  deinit { path.free() }

  package var isEmpty: Bool { burst.isEmpty }

  private func update() {
    isOn =
      isVersioned
      || pauses == 0 && (observers != 0 || !steps.isEmpty || hasHistories || hasIndexes)
  }

  // MARK: Observers of patches

  /// - Parameter returning: whether the observer wants the inverse patch too.
  package func start(returning isReturning: Bool = false) {
    observers += 1
    if isReturning { returning += 1 }
    // No observer is added while a write is in progress.
    if burst.isEmpty { renew() }
    update()
  }

  package func stop(returning isReturning: Bool = false) {
    observers -= 1
    if isReturning { returning -= 1 }
    // The remaining observers still receive the writes from before.
    if observers == 0 { renew() }
    update()
  }

  private func renew() { burst.reset(keepsBefore: returning != 0) }

  /// Ends a burst. Its writes become `lastBurst`.
  @inline(__always)
  func endBurst() {
    if !burst.isEmpty || !lastBurst.isEmpty { publishBurst() }
  }

  /// Swaps the two records, so that each keeps its memory.
  @inline(never)
  private func publishBurst() {
    swap(&burst, &lastBurst)
    renew()
  }

  // MARK: Steps of operators

  /// Identifies a record while it is open. Records overlap: one may start inside another and end after it.
  package struct Step: Equatable { fileprivate let number: UInt64 }

  /// Records the writes at and below the operator's place, until ``endStep(_:)``.
  ///
  /// - Parameter depth: the depth of the place in the state.
  func beginStep(at depth: Int) -> Step {
    beginStep(at: depth, spare.popLast() ?? JSONChanges(keepsBefore: false))
  }

  /// Does the same with a record of the caller's.
  func beginStep(at depth: Int, _ changes: JSONChanges) -> Step {
    lastStep += 1
    let step = Step(number: lastStep)
    steps.append((step, depth, changes))
    update()
    return step
  }

  /// Ends a step and returns its writes since it began, even if other steps have begun or ended since then.
  func endStep(_ step: Step) -> JSONChanges {
    guard let index = steps.lastIndex(where: { $0.step == step }) else {
      return JSONChanges(keepsBefore: false)  // the step has ended
    }
    // Usually the innermost step ends first.
    let isLast = index == steps.count - 1
    let changes = (isLast ? steps.removeLast() : steps.remove(at: index)).changes
    update()
    return changes
  }

  /// Takes a record back for the next step.
  func reuse(_ changes: JSONChanges) {
    changes.reset()
    spare.append(changes)
  }

  /// Makes each write look for histories at the places above it.
  func watchHistories() {
    hasHistories = true
    update()
  }

  /// Makes each write look for indexes of rows at the places above it.
  func watchIndexes() {
    hasIndexes = true
    update()
  }

  /// Takes over the settings that also apply to a copy of the document.
  func resemble(_ other: JSONRecorders) { if other.hasHistories { watchHistories() } }

  /// Runs `body` without recording its writes. The caller records them as one operation.
  func pausing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    pauses += 1
    update()
    defer {
      pauses -= 1
      update()
    }
    try body()
  }
}
