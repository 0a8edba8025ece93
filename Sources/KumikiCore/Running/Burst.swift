/// The running burst of a store, as the store's effects see it.
@usableFromInline
package struct Burst {
  /// The source of the action that is being reduced.
  @usableFromInline package internal(set) var source = ActionSource.program
  /// The source of the action that the program is sending. The step of that action, or the buffer, takes it; other
  /// actions of the same burst have other sources.
  package var sending = ActionSource.program
  /// While a dismissal that an effect requested is being reduced, the presentation that contains the effect.
  @usableFromInline var dismissing: ScopeNode?
  /// The task tree of the burst, created when one of its effects outlives the step.
  @usableFromInline var taskTree: TaskTree?
  /// False if the burst has no handle. Its effects then share one task tree, which is never waited for or cancelled.
  @usableFromInline var isTracked = true
  /// The shared task tree. It outlives the burst.
  var shared: TaskTree?
  /// Whether the burst has a transaction from an effect, and the transaction before it.
  @usableFromInline var isAnimated = false
  var outerTransaction: (any Sendable)?

  /// Returns the source of the action that the program is sending, and resets it.
  package mutating func takeSending() -> ActionSource {
    defer { sending = .program }
    return sending
  }
}
