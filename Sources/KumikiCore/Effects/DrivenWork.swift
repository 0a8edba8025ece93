internal import Synchronization

/// A thread's last message to a loop about an effect, with the references that the thread had.
///
/// They are released on the loop's thread, before the effect ends. The sending thread keeps only the inbox:
/// the loop's other objects may be freed before it is done.
final class EffectMessage: LastMessage, @unchecked Sendable {
  private let inbox: LoopInbox
  // Used by one thread after the other: the one that makes the message, then the loop's. The inbox's lock
  // lies between.
  private var work: DrivenWork?
  private var effect: DrivenEntry?
  /// The turn of a serial effect that this ends.
  private var turn: (any EffectTurn)?
  private let end: (EffectEntry) -> Void

  init(
    to inbox: LoopInbox, of work: DrivenWork? = nil, about effect: DrivenEntry?,
    _ turn: (any EffectTurn)?, _ end: @escaping (EffectEntry) -> Void = { $0.finish() }
  ) {
    self.inbox = inbox
    self.work = work
    self.effect = effect
    self.turn = turn
    self.end = end
  }

  deinit { drop() }

  func send() { inbox.deliver(self) }

  func arrive() {
    work.take()?.letGo()
    if let effect = effect.take() {
      end(effect)
      effect.workEnded()
    }
    turn.take()?.leave()
  }

  // On the loop's thread, which has the references then: the sending one may not have returned from `send`
  // yet. In this order: code that sees that an effect is gone may rely on its work's captures being gone too.
  func drop() {
    work.take()?.letGo()
    effect = nil
    turn = nil
  }
}

/// The work of a driven effect on another thread, which comes back with a last message.
final class DrivenWork: BlockingWork, @unchecked Sendable {
  private let inbox: LoopInbox
  private let sender: Uncounted<DrivenEntry>
  // Used by one thread after the other: the loop's, the one that does the work, the loop's again. The locks
  // of the pool and the inbox lie between.
  private var work: ((_ sender: Uncounted<DrivenEntry>) -> Void)?
  private var turn: (any EffectTurn)?
  /// Whether the work itself has answered the effect, which may be gone by then.
  private let answered = Atomic<Bool>(false)

  /// - Parameters:
  ///   - sender: a reference, which belongs to the work once it begins.
  ///   - work: what it captured is released on the loop's thread.
  init(
    for loop: Loop, _ sender: Uncounted<DrivenEntry>, in turn: (any EffectTurn)?,
    _ work: @escaping @Sendable (_ sender: Uncounted<DrivenEntry>) -> Void
  ) {
    inbox = loop.inbox
    self.sender = sender
    self.work = work
    self.turn = turn
    turn?.enter()
  }

  func noteAnswer() { answered.store(true, ordering: .releasing) }

  func run() {
    work?(sender)
    // The reference goes into the message at once: nothing of the effect stays on this thread.
    if answered.load(ordering: .acquiring) {
      end(EffectMessage(to: inbox, of: self, about: nil, turn.take()))
    } else {
      end(EffectMessage(to: inbox, of: self, about: sender.consume(), turn.take()))
    }
  }

  func refuse(_ reason: String) {
    let refusal = WorkRefused(description: reason)
    DrivenEntry.answer(sender) { $0.fail(refusal) }
    end(EffectMessage(to: inbox, of: self, about: nil, turn.take()))
  }

  func withdraw() {
    letGo()
    sender.release()
    turn.take()?.leave()
    inbox.releasePending()
  }

  private func end(_ message: EffectMessage) {
    message.send()
    inbox.releasePending()
  }

  /// Releases what the work captured.
  fileprivate func letGo() { work = nil }
}

/// Why blocking work was not begun.
struct WorkRefused: Error, CustomStringConvertible {
  let description: String
}
