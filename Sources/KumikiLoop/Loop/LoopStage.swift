internal import DequeModule

/// The phase of a loop's life, and its calls on the stack.
///
/// Belongs to the loop's thread.
@usableFromInline
package struct LoopStage {
  enum Phase { case open, closing, closed }

  var phase = Phase.open
  /// Whether a turn is being run or waited for. False while deferred functions are called.
  var isDispatching = false
  /// How many calls that run the loop are on the stack: more than one if a function called after a turn runs
  /// the loop again.
  var runDepth = 0
  /// How many calls that may run callbacks are on the stack.
  @usableFromInline package var callbackDepth = 0
  var isCloseRequested = false
  /// Whether a close, a muted descriptor or work of ``Loop/whenAtRest(_:)`` waits for the outermost callback to
  /// return.
  @usableFromInline var waitsForRest = false
  /// The functions to be called when the loop next comes to rest.
  var resting = Deque<() -> Void>()

  /// Whether a callback is running, so that the loop cannot be run.
  var isBusy: Bool { isDispatching || callbackDepth > 0 }

  /// Whether something that the loop runs, calls or ends is on the stack.
  var runsSomething: Bool { runDepth > 0 || callbackDepth > 0 || phase == .closing }
}
