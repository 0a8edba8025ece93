extension DependencyValues {
  /// Dismisses the nearest presented feature. Call it from one of the feature's effects.
  ///
  ///     @Dependency(\.dismiss) var dismiss
  ///     …
  ///     return .run { _ in await dismiss() }
  public var dismiss: DismissEffect {
    get { self[stateless: DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether ``dismiss`` would find a presentation to dismiss.
  public var isPresented: Bool {
    get {
      if let value = self.override(IsPresentedKey.self) { return value }
      if let context = ReduceContext.current { return context.pointee.isPresented }
      return EffectContext.current?.entry?.scope.presentation?.kind == .presentation
    }
    set { self[IsPresentedKey.self] = newValue }
  }
}

/// Dismisses the presentation that contains the calling effect.
///
/// When the call returns, the dismiss action has been delivered (or buffered, if the store is busy) and the calling
/// effect is cancelled. A second call does nothing; neither does a call after the presentation has ended. If nothing is
/// presented, the call reports the issue `dismiss-unavailable`.
public struct DismissEffect: Sendable {
  private let operation: (@Sendable () async -> Void)?

  /// Creates a dismissal that runs `operation`, for tests of code that calls it.
  public init(_ operation: @escaping @Sendable () async -> Void) { self.operation = operation }

  fileprivate init() { operation = nil }

  /// Dismisses the presentation, with an animation for the change.
  public func callAsFunction(animation: Animation?) async {
    await self(transaction: Transaction(animation: animation))
  }

  /// Dismisses the presentation, with a transaction for the change.
  public func callAsFunction(transaction: Transaction) async {
    await dismiss(transaction)
  }

  /// Requests the dismissal of this feature from its parent. Callable from any thread.
  public func callAsFunction() async { await dismiss(nil) }

  private func dismiss(_ transaction: Transaction?) async {
    if let operation { return await operation() }
    guard let entry = EffectContext.current?.entry else {
      return ReduceContext.report(
        .dismissUnavailable, "dismiss was called outside an effect; call it in .run", label: "")
    }
    await entry.onLoop { with(transaction) { entry.dismiss() } }
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect() }
  static var testValue: DismissEffect { liveValue }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
}
