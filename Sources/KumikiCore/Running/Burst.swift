/// The burst that a store is running, as its effects know it.
@usableFromInline
package struct Burst {
  /// Where the action comes from that is being reduced.
  @usableFromInline package internal(set) var source = ActionSource.program
  /// Where the action comes from that the program is sending. The step of that action takes it, or the buffer: what else
  /// is sent in the same burst comes from elsewhere.
  package var sending = ActionSource.program
  /// While a dismissal is reduced that an effect has asked for: the presentation that it is in.
  @usableFromInline var dismissing: ScopeNode?
  /// The task tree of the burst, made when one of its effects outlives the step.
  @usableFromInline var taskTree: TaskTree?
  /// False if the burst has no handle: its effects share one task tree, which is never waited for or cancelled.
  @usableFromInline var isTracked = true
  /// That task tree. It outlives the burst.
  var shared: TaskTree?
  /// Whether it has a transaction from an effect, and the transaction before that.
  @usableFromInline var isAnimated = false
  var outerTransaction: (any Sendable)?

  /// Takes where the action comes from that the program is sending.
  package mutating func takeSending() -> ActionSource {
    defer { sending = .program }
    return sending
  }
}
