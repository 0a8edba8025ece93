/// The reducer of a store some of whose effects follow the state: after each step they are brought in line
/// with it.
///
/// A store whose reducer declares none has no such object around it, and pays nothing.
final class FollowingReducer: ErasedReducer {
  /// Retained until `deinit`, so that a step does not count it.
  private let base: Uncounted<ErasedReducer>

  private init(_ base: ErasedReducer) {
    self.base = .retained(base)
    unsafe super.init(
      { reducer, state, action, context in
        let base = unsafe unsafeDowncast(reducer, to: FollowingReducer.self).base
        let step = base.with { unsafe $0.run($0, state, action, context) }
        guard let begun = base.with({ unsafe $0.follow!($0, state, context) }) else { return step }
        return step.map { AnyEffectNode.merged([$0, begun])! } ?? begun
      },
      follow: { reducer, state, context in
        let base = unsafe unsafeDowncast(reducer, to: FollowingReducer.self).base
        return base.with { unsafe $0.follow!($0, state, context) }
      })
  }

  deinit { base.release() }

  /// A reducer as the root of a store.
  static func root(of base: ErasedReducer) -> ErasedReducer {
    unsafe base.follow == nil ? base : FollowingReducer(base)
  }
}
