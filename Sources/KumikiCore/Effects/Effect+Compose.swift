extension Effect {
  /// Runs both effects at the same time; immediate actions of the first come first.
  // Consuming, so that handing an effect on retains nothing; most are none.
  @inlinable @inline(__always)
  public consuming func merge(with other: consuming Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return both(other)
  }

  @usableFromInline @inline(never)
  func both(_ other: Self) -> Self { .merge(self, other) }

  /// Runs effects at the same time, started in list order. `.none` among them is left out.
  public static func merge(_ effects: Self...) -> Self { .merge(effects[...]) }

  /// Runs effects at the same time, started in list order. `.none` among them is left out.
  ///
  /// - Complexity: O(*n*) in the effects.
  @inlinable
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    AnyEffectNode.merged(effects.compactMap(\.node)).map { Self(untyped: $0) } ?? .none
  }

  /// Runs effects one after the other: the next begins when the one before it has completed.
  ///
  /// A link that fails, or is cancelled by an id of its own, counts as completed. Cancelling the
  /// whole chain starts no further link.
  public static func concatenate(_ effects: Self...) -> Self { .concatenate(effects[...]) }

  /// Runs effects one after the other: the next begins when the one before it has completed.
  ///
  /// - Complexity: O(*n*) in the effects.
  @inlinable
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    AnyEffectNode.chained(effects.compactMap(\.node)).map { Self(untyped: $0) } ?? .none
  }

  /// Runs this effect and, when it has completed, `next`.
  public func concatenate(with next: Self) -> Self { .concatenate([self, next]) }

  /// Rewrites the actions of this effect; timing and cancellation stay.
  ///
  /// `transform` runs with the dependencies that are in force where `map` is called.
  public func map<Mapped>(_ transform: @escaping (Action) -> Mapped) -> Effect<Mapped> {
    if isNone { return .none }
    let dependencies = DependencyValues.current
    return lift(isCounted: true) { action in dependencies.scoped { transform(action) } }
  }

  /// The engine's own `map`, for wrapping a child's actions in its parent's.
  package func lift<Parent>(
    isCounted: Bool = false, _ embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    around(isCounted: isCounted) { $0.accept($1, into: LiftSink($2, embed)) }
  }
}

extension AnyEffectNode {
  /// Merges effects: nil for none, a single one as it is.
  @usableFromInline
  static func merged(_ parts: [AnyEffectNode]) -> AnyEffectNode? {
    parts.count < 2 ? parts.first : EffectParts(parts, .merged)
  }

  /// Chains effects: nil for none, a single one as it is. A chain in a chain is walked as one, so it adds no
  /// depth.
  @usableFromInline
  static func chained(_ parts: [AnyEffectNode]) -> AnyEffectNode? {
    if parts.count < 2 { return parts.first }
    let depths = parts.lazy.map { $0.form == .chained ? $0.depth - 1 : $0.depth }
    return around(Int(depths.max() ?? 0)) { EffectParts(parts, .chained) }
  }
}
