internal import DequeModule

/// The phase of a loop's life, and the loop's calls on the stack.
///
/// Belongs to the loop's thread.
@usableFromInline
package struct LoopStage {
  enum Phase { case open, closing, closed }

  var phase = Phase.open
  /// Whether an iteration is running or being waited for. False while deferred functions are called.
  var isDispatching = false
  /// The number of calls on the stack that run the loop. More than one if a function that was called after an
  /// iteration runs the loop again.
  var runDepth = 0
  /// The number of calls on the stack that may run callbacks.
  @usableFromInline package var callbackDepth = 0
  var isCloseRequested = false
  /// Whether a close, a muted descriptor or work of ``Loop/whenIdle(_:)`` waits for the outermost callback to
  /// return.
  @usableFromInline var waitsForRest = false
  /// The functions to call when no callback is running any more.
  var resting = Deque<() -> Void>()

  /// Whether a callback is running, so that the loop cannot run.
  var isBusy: Bool { isDispatching || callbackDepth > 0 }

  /// Whether code that the loop runs, calls or ends is on the stack.
  var runsSomething: Bool { runDepth > 0 || callbackDepth > 0 || phase == .closing }
}
