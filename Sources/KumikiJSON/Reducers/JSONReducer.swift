internal import CJansson
package import Kumiki

/// A reducer over JSON state, with what is known of it before it runs.
///
/// The operators are the engine's own; this is the description around them: which actions fit, where
/// slots are, and the first mistake made in composing it. Immutable, so any thread may compose.
package final class JSONReducer: Reducer, @unchecked Sendable {
  package typealias State = JSONState
  package typealias Action = JSONAction
  package typealias Body = Never

  private let step: (inout JSONState, JSONAction) -> Effect<JSONAction>
  package typealias Misfit = (JSONActionNode) -> JSONError?

  /// Says what does not fit in an action, for the parts that an operator reads.
  private let findMisfit: Misfit
  /// Some operator reads parts. Beside the closure: to look whether an optional one is there counts it.
  private let hasMisfit: Bool
  package let shape: JSONShape
  /// What its actions may be, where that was said.
  package let cases: JSONCases?
  /// The reducer looks into its state by case, so the state is an enum.
  package let reachesByCase: Bool
  /// The first mistake of the composition. Such a reducer is never run.
  package let mistake: JSONError?
  /// Whatever must be there for as long as the reducer may be run.
  private let leases: [AnyObject]

  package init(
    reachesByCase: Bool = false,
    shape: JSONShape = .none,
    cases: JSONCases? = nil,
    misfit: Misfit? = nil,
    leases: [AnyObject] = [],
    step: @escaping (inout JSONState, JSONAction) -> Effect<JSONAction>
  ) {
    self.step = step
    self.leases = leases
    findMisfit = misfit ?? { _ in nil }
    hasMisfit = misfit != nil
    self.shape = shape
    self.cases = cases
    self.reachesByCase = reachesByCase
    mistake = nil
    LiveObjects.add()
  }

  /// An invalid reducer, which carries its mistake to the store.
  package init(mistake: JSONError) {
    step = { _, _ in .none }
    findMisfit = { _ in nil }
    hasMisfit = false
    shape = .none
    cases = nil
    reachesByCase = false
    self.mistake = mistake
    leases = []
    LiveObjects.add()
  }

  deinit { LiveObjects.remove() }

  package func reduce(into state: inout JSONState, action: JSONAction) -> Effect<JSONAction> {
    step(&state, action)
  }

  /// As ``check(_:)``; nil where nothing needs to be asked.
  var misfit: Misfit? { hasMisfit ? findMisfit : nil }

  /// What does not fit in an action; nil where everything that an operator reads has its form.
  @inline(__always)
  package func check(_ action: JSONActionNode) -> JSONError? {
    hasMisfit ? findMisfit(action) : nil
  }

  /// The same reducer, which refuses what is none of its cases.
  package func knowing(_ cases: JSONCases) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      reachesByCase: reachesByCase, shape: shape, cases: cases,
      misfit: { [misfit] in cases.misfit($0.node) ?? misfit?($0) }, leases: leases, step: step)
  }

  /// The same reducer, which holds something for as long as somebody may run it.
  package func holding(_ lease: AnyObject) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      reachesByCase: reachesByCase, shape: shape, cases: cases, misfit: misfit,
      leases: leases + [lease], step: step)
  }
}

extension JSONPointer {
  package var keys: [String] { segments.map(\.text) }
}
