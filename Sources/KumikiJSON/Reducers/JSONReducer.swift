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
  /// Says what does not fit in an action, for the parts that an operator reads.
  private let misfit: (JSONNode) -> JSONError?
  private let slots: [JSONSlotDeclaration]
  /// The reducer looks into its state by case, so the state is an enum.
  package let reachesByCase: Bool
  /// The first mistake of the composition. Such a reducer is never run.
  package let mistake: JSONError?

  package init(
    reachesByCase: Bool = false,
    slots: [JSONSlotDeclaration] = [],
    misfit: @escaping (JSONNode) -> JSONError? = { _ in nil },
    step: @escaping (inout JSONState, JSONAction) -> Effect<JSONAction>
  ) {
    self.step = step
    self.misfit = misfit
    self.slots = slots
    self.reachesByCase = reachesByCase
    mistake = nil
    LiveObjects.add()
  }

  /// An invalid reducer, which carries its mistake to the store.
  package init(mistake: JSONError) {
    step = { _, _ in .none }
    misfit = { _ in nil }
    slots = []
    reachesByCase = false
    self.mistake = mistake
    LiveObjects.add()
  }

  deinit { LiveObjects.remove() }

  package func reduce(into state: inout JSONState, action: JSONAction) -> Effect<JSONAction> {
    step(&state, action)
  }

  /// What does not fit in an action; nil where everything that an operator reads has its form.
  package func check(_ action: JSONNode) -> JSONError? { misfit(action) }

  /// The options of the slot at a pointer, as far as the composition tells; nil where none is known.
  package func slotOptions(at pointer: JSONPointer) -> JSONSlotOptions? {
    slots.lazy.compactMap { $0.options(at: pointer) }.first
  }

  /// The pointer of the slot whose actions stand under a case path.
  package func slotPointer(for path: JSONCasePath) -> JSONPointer? {
    slots.lazy.compactMap { $0.pointer(for: path) }.first
  }

  package var declaredSlots: [JSONSlotDeclaration] { slots }
}

/// Where a slot is, seen from a reducer around it.
package struct JSONSlotDeclaration: @unchecked Sendable {
  /// Keys from the reducer's state to the slot.
  let keys: [String]
  /// Cases from the reducer's actions to the slot's.
  let cases: [String]
  let options: JSONSlotOptions

  /// The same slot, seen from one level up.
  func inside(keys outer: [String], cases outerCases: [String]) -> Self {
    Self(keys: outer + keys, cases: outerCases + cases, options: options)
  }

  var pointer: JSONPointer { keys.reduce(.root) { $0.appending($1) } }

  fileprivate func options(at pointer: JSONPointer) -> JSONSlotOptions? {
    pointer.segments.map(\.text) == keys ? options : nil
  }

  fileprivate func pointer(for path: JSONCasePath) -> JSONPointer? {
    path.cases.map(\.name) == cases ? pointer : nil
  }
}

extension JSONPointer {
  package var keys: [String] { segments.map(\.text) }
}
