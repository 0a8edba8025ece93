import Kumiki

/// How a reducer was run.
enum StepPath: Equatable, Sendable {
  /// As the operators and a store do it: with the context of a step.
  case handedDown
  /// By `reduce(into:action:)`, from outside of a step or by a reducer in between.
  case called
}

/// A leaf of a feature that records by which requirement it was run, and does nothing else.
///
/// Anything that runs a feature by its `reduce(into:action:)` is between the feature and its store, and
/// there the store's own path ends: see ``PathTests``.
struct PathProbe<State, Action>: Reducer {
  typealias Body = Never

  let name: String
  let paths: Record<PassedProbe>

  init(_ name: String, _ paths: Record<PassedProbe>) {
    self.name = name
    self.paths = paths
  }

  func reduce(into _: inout State, action _: Action) -> Effect<Action> {
    paths(PassedProbe(name: name, path: .called))
    return .none
  }

  func _step(into _: inout State, action _: Action, in _: StepContext) -> Effect<Action> {
    paths(PassedProbe(name: name, path: .handedDown))
    return .none
  }
}

/// A probe that was run, and how.
struct PassedProbe: Equatable, Sendable {
  var name: String
  var path: StepPath
}
