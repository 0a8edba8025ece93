/// The reducer of a store that has state-driven effects. Each step also returns a ``FollowNode``, the last part of its
/// effect.
///
/// A store whose reducer declares no such effects is not wrapped in this object, and pays nothing.
final class FollowingReducer: ErasedReducer {
  /// Retained until `deinit`, so that a step need not count the reference.
  private let base: Uncounted<ErasedReducer>
  private let followNode = FollowNode()

  private init(_ base: ErasedReducer) {
    self.base = .retained(base)
    unsafe super.init(
      { reducer, state, action, context in
        let reducer = unsafe unsafeDowncast(reducer, to: FollowingReducer.self)
        let step = reducer.base.with { unsafe $0.run($0, state, action, context) }
        return step.map { AnyEffectNode.merged([$0, reducer.followNode])! } ?? reducer.followNode
      },
      follow: { reducer, state, context in
        let base = unsafe unsafeDowncast(reducer, to: FollowingReducer.self).base
        return context.runFollowPass { base.with { unsafe $0.follow!($0, state, context) } }
      }, privateCases: base.privateCases)
  }

  deinit { base.release() }

  /// Returns a reducer as the root of a store.
  static func root(of base: ErasedReducer) -> ErasedReducer {
    unsafe base.follow == nil ? base : FollowingReducer(base)
  }
}

/// Starts and ends the state-driven effects. Accepted after the step's own effects: effects that the step has ended are
/// then no longer in the cancellation tree, so an effect of a row that was removed and added again starts again.
private final class FollowNode: AnyEffectNode {
  override func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    unsafe unsafeDowncast(anySink, to: AnyEffectSink.self).follow(acceptance)
  }
}
