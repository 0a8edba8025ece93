extension Effect {
  /// Makes an action of an error of this effect, so that the feature hears of it: `.loadFailed(…)`.
  ///
  ///     return .run { send in await send(.loaded(try await api.load())) }
  ///       .catch { .failed("\($0)") }
  ///
  /// Of several around an effect the nearest one is asked; a handler of the effect's own, `run(catch:)`,
  /// is nearer. Effects fail separately: the other members of a merge go on, and a chain goes on with its
  /// next link. The error of an effect that was cancelled is dropped. An error that is not caught is the
  /// issue `effect-threw`.
  ///
  /// - Parameter transform: runs on the loop's thread, with the dependencies that are in force where
  ///   `catch` is called. It answers the action, or nil for none; the error is dealt with either way.
  public func `catch`(
    _ transform: @escaping @Sendable (_ error: any Error) -> Action?
  ) -> Self {
    isNone ? .none : catching(by: FailureFunction(transform, .current))
  }

  package func catching(by map: any FailureMap<Action>) -> Self {
    if isNone { return .none }
    return .around(depth) { CatchNode(self, map) }
  }
}

/// What becomes of the errors of an effect.
package protocol FailureMap<Action>: AnyObject {
  associatedtype Action

  /// The store has taken the effect in.
  func accepted(by loop: Loop)

  /// The action that an error becomes; nil for none.
  func action(for error: any Error) -> Action?
}

private final class FailureFunction<Action>: FailureMap {
  private let transform: (any Error) -> Action?
  private let dependencies: DependencyValues

  init(_ transform: @escaping (any Error) -> Action?, _ dependencies: DependencyValues) {
    self.transform = transform
    self.dependencies = dependencies
  }

  func accepted(by _: Loop) {}

  func action(for error: any Error) -> Action? {
    dependencies.scoped { transform(error) }
  }
}

private final class CatchNode<Action>: EffectNode<Action> {
  private var effect: Effect<Action>
  private let map: any FailureMap<Action>

  init(_ effect: Effect<Action>, _ map: any FailureMap<Action>) {
    self.effect = effect
    self.map = map
    super.init()
    hold(effect.node)
  }

  deinit { letGo(&effect) }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard hasRoom(acceptance) else { return }
    map.accepted(by: acceptance.table.loop)
    effect.accept(acceptance, into: CatchSink(sink, map))
  }
}

/// Lets actions pass, and makes actions of errors. Everything else about the effect stays as it is.
private final class CatchSink<Action>: EffectSink<Action> {
  private let outer: EffectSink<Action>
  private let map: any FailureMap<Action>

  init(_ outer: EffectSink<Action>, _ map: any FailureMap<Action>) {
    self.outer = outer
    self.map = map
  }

  override func send(_ action: Action, from delivery: Delivery) {
    outer.send(action, from: delivery)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    if let action = map.action(for: error) { outer.send(action, from: delivery) }
    return true
  }
}
