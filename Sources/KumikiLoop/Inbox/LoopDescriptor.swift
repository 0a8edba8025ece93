/// The single descriptor that a host watches: an epoll over the inbox's event, a timer, and the timer of ``OtherTimers``.
///
/// Belongs to the loop's thread. Made at the first request for the descriptor.
final class LoopDescriptor {
  let poll: Int32
  private let timer: Int32
  /// When the timer is set to fire; nil while it is disarmed.
  private var armed: UInt64?
  /// Whether this thread last made the event readable. Other threads may have made the event readable since, but
  /// never unreadable.
  private var isReadable = false
  /// Whether the host must not be woken, because a dispatch would be refused.
  private(set) var isMuted = false

  init(event: Int32) throws(LoopError) {
    (timer, poll) = try LoopError.of { () throws(SystemError) in
      let timer = try System.makeTimer()
      do throws(SystemError) {
        return (timer, try System.makePoll(of: [event, timer]))
      } catch {
        System.close(timer)
        throw error
      }
    }
  }

  deinit {
    System.close(poll)
    System.close(timer)
  }

  /// Called when the owner's work or its next timer has changed.
  func update(_ inbox: LoopInbox, hasWork: Bool, nextTimer: UInt64?) {
    if isMuted { return }
    if hasWork != isReadable {
      inbox.show(hasWork: hasWork)
      isReadable = hasWork
    }
    if nextTimer != armed {
      System.arm(timer, at: nextTimer)
      armed = nextTimer
    }
  }

  /// Keeps the descriptor unreadable until ``settle``, because a dispatch would be refused.
  func mute(_ inbox: LoopInbox) {
    isMuted = true
    isReadable = false
    inbox.mute()
    System.arm(timer, at: nil)
    armed = nil
  }

  /// Called when a dispatch has ended. From here on the descriptor is readable if work is left.
  func settle(_ inbox: LoopInbox, hasWork: Bool, nextTimer: UInt64?) {
    isMuted = false
    // Set in any case: another thread may have signalled the event for work that has run since.
    inbox.show(hasWork: hasWork)
    isReadable = hasWork
    update(inbox, hasWork: hasWork, nextTimer: nextTimer)
  }
}
