internal import Glibc

/// Threads for blocking work, the only ones that the engine starts.
package enum Worker {
  /// Runs `work` on a detached thread; false where the system refuses one.
  ///
  /// What `work` captured is released on the loop's thread, where then the effect is finished that `work`
  /// answers. So when the effect is seen to have finished the thread holds nothing any more. The loop is
  /// not idle before that.
  package static func run(
    for loop: Loop, _ work: @escaping @Sendable () -> EffectEntry?
  ) -> Bool {
    loop.inbox.retainPending()
    let message = unsafe Unmanaged.passRetained(LastMessage(to: loop.inbox, from: work))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { unsafe pthread_attr_destroy(&attributes) }
    let code = unsafe pthread_create(
      &thread, &attributes,
      { message in
        unsafe Unmanaged<LastMessage>.fromOpaque(message!).takeRetainedValue().runWork()
        return nil
      }, unsafe message.toOpaque())
    guard code != 0 else { return true }
    unsafe message.release()
    loop.inbox.releasePending()
    return false
  }
}

/// The last that a thread tells a loop of an effect, with the references that the thread had.
///
/// They are released on the loop's thread, before the effect ends. Of the loop's own objects the sending
/// thread holds the inbox alone, since these may be freed while it is still at it.
final class LastMessage: @unchecked Sendable {
  private let inbox: LoopInbox
  // Touched by one thread after the other: that which makes the message, the sending one, the loop's.
  // Thread creation and the inbox's lock lie between.
  private var work: (() -> EffectEntry?)?
  private var effect: EffectEntry?

  init(
    to inbox: LoopInbox, from work: (() -> EffectEntry?)? = nil, about effect: EffectEntry? = nil
  ) {
    self.inbox = inbox
    self.work = work
    self.effect = effect
  }

  // In this order, also where a loop has closed and drops the message: code that sees that an effect has
  // gone may rely on what its work captured having gone before.
  deinit {
    work = nil
    effect = nil
  }

  fileprivate func runWork() {
    effect = work?()
    send { $0.finish() }
    inbox.releasePending()
  }

  func send(_ end: @escaping (EffectEntry) -> Void) {
    _ = inbox.accept(
      .work { [self] in
        work = nil
        effect.take().map(end)
      })
  }
}
