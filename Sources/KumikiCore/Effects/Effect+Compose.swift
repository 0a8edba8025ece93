extension Effect {
  /// Runs both effects at the same time. Immediate actions of the first effect come first.
  // Consuming, so that passing an effect on retains nothing; most effects are `.none`.
  @inlinable @inline(__always)
  public consuming func merge(with other: consuming Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return both(other)
  }

  @usableFromInline @inline(never)
  func both(_ other: Self) -> Self { .merge(self, other) }

  /// Runs effects at the same time, started in list order. `.none` effects are left out.
  public static func merge(_ effects: Self...) -> Self { .merge(effects[...]) }

  /// Runs effects at the same time, started in list order. `.none` effects are left out.
  ///
  /// - Complexity: O(*n*) for *n* effects.
  @inlinable
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    AnyEffectNode.merged(effects.compactMap(\.node)).map { Self(untyped: $0) } ?? .none
  }

  /// Runs effects one after another: the next starts when the previous one has completed.
  ///
  /// A member that fails, or is cancelled by its own id, counts as completed. After the whole chain is cancelled, no
  /// further member starts.
  public static func concatenate(_ effects: Self...) -> Self { .concatenate(effects[...]) }

  /// Runs effects one after another: the next starts when the previous one has completed.
  ///
  /// - Complexity: O(*n*) for *n* effects.
  @inlinable
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    AnyEffectNode.chained(effects.compactMap(\.node)).map { Self(untyped: $0) } ?? .none
  }

  /// Runs this effect and, when this effect has completed, `next`.
  public func concatenate(with next: Self) -> Self { .concatenate([self, next]) }

  /// Transforms the actions of this effect. Timing and cancellation stay the same.
  ///
  /// `transform` runs with the dependencies that are current where `map` is called.
  public func map<Mapped>(_ transform: @escaping (Action) -> Mapped) -> Effect<Mapped> {
    if isNone { return .none }
    let dependencies = DependencyValues.current
    return lift(isCounted: true) { action in dependencies.scoped { transform(action) } }
  }

  /// Wraps a child's actions in its parent's: the engine's own `map`.
  package func lift<Parent>(
    isCounted: Bool = false, _ embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    around(isCounted: isCounted) { $0.accept($1, into: LiftSink($2, embed)) }
  }
}

extension Effect {
  /// Returns this effect for a feature in another dialect.
  ///
  /// - Parameter translate: makes the feature's action, or throws the mismatch. A store with an ``ActionCheck`` never sends
  ///   an action that does not match.
  package func translated<Outer>(_ translate: @escaping (Action) throws -> Outer) -> Effect<Outer> {
    around(isCounted: false) { $0.accept($1, into: TranslatingSink($2, translate)) }
  }
}

private final class TranslatingSink<Inner, Outer>: EffectSink<Inner> {
  private let base: EffectSink<Outer>
  private let translate: (Inner) throws -> Outer

  init(_ base: EffectSink<Outer>, _ translate: @escaping (Inner) throws -> Outer) {
    (self.base, self.translate) = (base, translate)
  }

  override var outer: AnyEffectSink? { base }

  override func send(_ action: Inner, from delivery: Delivery) {
    if let action = try? translate(action) { base.send(action, from: delivery) }
  }

  override func check(_ action: Inner, by check: AnyObject) throws {
    try base.check(try translate(action), by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension AnyEffectNode {
  /// Merges effects. Returns nil for no effects, and a single effect unchanged.
  @usableFromInline
  static func merged(_ parts: [AnyEffectNode]) -> AnyEffectNode? {
    parts.count < 2 ? parts.first : EffectParts(parts, .merged)
  }

  /// Chains effects. Returns nil for no effects, and a single effect unchanged. A chain inside a chain is walked as
  /// part of it, so it adds no depth.
  @usableFromInline
  static func chained(_ parts: [AnyEffectNode]) -> AnyEffectNode? {
    if parts.count < 2 { return parts.first }
    let depths = parts.lazy.map { $0.form == .chained ? $0.depth - 1 : $0.depth }
    return around(Int(depths.max() ?? 0)) { EffectParts(parts, .chained) }
  }
}
