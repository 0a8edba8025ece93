internal import CJansson
package import Kumiki

/// A reducer over JSON state, with what is known of it before it runs.
///
/// The operators are the engine's own; this is the description around them: which actions fit, where
/// slots are, and the first mistake made in composing it. Immutable, so any thread may compose.
package final class JSONReducer: ReducerOperator, @unchecked Sendable {
  package typealias State = JSONState
  package typealias Action = JSONAction
  package typealias Body = Never

  // Written once more, when the reducer ends.
  @exclusivity(unchecked) private var step: JSONStep
  @exclusivity(unchecked) package private(set) var shape: JSONShape
  /// The reducer looks into its state by case, so the state is an enum.
  package let reachesByCase: Bool
  /// The first mistake of the composition. Such a reducer is never run.
  package let mistake: JSONError?
  /// Whatever must be there for as long as the reducer may be run.
  private let lease: AnyObject?
  let nesting: JSONNesting
  /// The reducers that it is made of, which its step holds too.
  @exclusivity(unchecked) private var parts: [JSONReducer]

  /// - Parameters:
  ///   - parts: the reducers that it is made of. Too many inside one another are a mistake.
  ///   - isRecursion: its only part contains itself.
  package init(
    of parts: [JSONReducer],
    isRecursion: Bool = false,
    reachesByCase: Bool = false,
    shape: JSONShape = .none,
    lease: AnyObject? = nil,
    step: @escaping JSONStep
  ) {
    self.step = step
    self.lease = lease
    self.shape = shape
    self.reachesByCase = reachesByCase
    self.parts = parts
    nesting = JSONNesting(around: parts.map(\.nesting), isRecursion: isRecursion)
    mistake = nesting.mistake
    LiveObjects.add()
  }

  /// An invalid reducer, which carries its mistake to the store.
  package init(mistake: JSONError) {
    step = { _, _, _ in .none }
    shape = .none
    reachesByCase = false
    parts = []
    nesting = JSONNesting(around: [], isRecursion: false)
    self.mistake = mistake
    lease = nil
    LiveObjects.add()
  }

  deinit {
    LiveObjects.remove()
    guard !nesting.isShallow else { return }
    // What holds the parts goes first, so that they can be let go of one after the other.
    step = { _, _, _ in .none }
    shape = .none
    Dismantling.letGo(&parts)
  }

  package func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    step(&state, action, context)
  }

  /// This reducer, refusing actions that are none of the cases.
  package func knowing(_ cases: JSONCases) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      of: [self], reachesByCase: reachesByCase, shape: .all([.cases(cases), shape]), step: step)
  }

  /// This reducer, keeping an object alive for as long as the reducer may be run.
  package func holding(_ lease: AnyObject) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      of: [self], reachesByCase: reachesByCase, shape: shape, lease: lease, step: step)
  }
}

extension JSONPointer {
  package var keys: [String] { segments.map(\.text) }
}
