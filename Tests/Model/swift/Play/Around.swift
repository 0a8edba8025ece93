package import Kumiki

/// An operator around one reducer on the same state: its description, and the reducer that it
/// makes.
package protocol Around: Sendable {
  init(_ description: Value)

  /// - Parameter script: performs the script in the description.
  func put(around base: some Reducer<Node, Act>, _ script: ScriptRunner) -> any Reducer<Node, Act>
}

/// The operators around one reducer, by their names in a description.
let arounds: [String: any Around.Type] = [
  "cases": NoOperator.self, "dependency": Dependency.self, "on_change": OnChange.self,
  "running": Running.self,
]

/// Stands for a declaration that the types of a Swift feature already contain.
private struct NoOperator: Around {
  init(_: Value) {}

  func put(around base: some Reducer<Node, Act>, _: ScriptRunner) -> any Reducer<Node, Act> { base }
}

private struct Dependency: Around {
  private let key: String
  private let value: Value

  init(_ description: Value) {
    key = description["key"]?.text ?? ""
    value = description["value"] ?? .null
  }

  func put(around base: some Reducer<Node, Act>, _: ScriptRunner) -> any Reducer<Node, Act> {
    let set = DependencyValues.setting(key, value)
    return base.transformDependency(\.self) { set(&$0) }
  }
}

private struct OnChange: Around {
  private let steps: [String]
  private let number: Value
  private let answer: Value

  init(_ description: Value) {
    steps = pointerKeys(description["at"]?.text ?? "")
    number = description["n"] ?? .null
    answer = description["script"] ?? .null
  }

  func put(
    around base: some Reducer<Node, Act>, _ script: ScriptRunner
  ) -> any Reducer<Node, Act> {
    base.onChange(of: { $0.found(steps)?.value ?? .null }) { old, new in
      Reduce { state, action in
        script.log(["changed", number, old, new, action.value, state.value])
        return script.perform(answer, &state)
      }
    }
  }
}

/// A state-driven effect.
private struct Running: Around {
  /// The place; for a case its name.
  private let steps: [String]
  private let isCase: Bool
  private let id: String
  private let number: Value
  private let sees: String?
  private let effect: Value?
  private let ended: Value?

  init(_ description: Value) {
    isCase = description["state_case"] != nil
    steps =
      isCase
      ? [description["state_case"]?.text ?? ""] : pointerKeys(description["at"]?.text ?? "")
    id = description["id"]?.text ?? ""
    number = description["n"] ?? .null
    sees = description["sees"]?.text
    effect = description["script"]?["effect"]
    ended = description["ended"]
  }

  func put(
    around base: some Reducer<Node, Act>, _ script: ScriptRunner
  ) -> any Reducer<Node, Act> {
    let ended = self.ended.map { script.act($0) }
    if isCase {
      let statePath: CaseKeyPath<Node, Value> = \.[followed: steps[0]]
      return base.running(statePath, id: id, ended: ended) { asked($0, script) }
    }
    return base.running(\.[followed: steps], id: id, ended: ended) { asked($0, script) }
  }

  private func asked(_ value: Value, _ script: ScriptRunner) -> Effect<Act> {
    script.log(["asked", number, value, sees.map { script.environment[$0] } ?? .null])
    return script.effect(effect)
  }
}
