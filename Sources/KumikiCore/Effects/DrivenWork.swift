internal import Synchronization

/// A thread's last message to a loop about an effect. It carries the references that the thread had.
///
/// The references are released on the loop's thread, before the effect ends. The sending thread keeps only the inbox,
/// because the loop's other objects may be freed before the thread is done.
final class EffectMessage: LastMessage, @unchecked Sendable {
  private let inbox: LoopInbox
  // Used by one thread after another: first by the thread that makes the message, then by the loop's thread. The
  // inbox's lock separates the two.
  private var work: DrivenWork?
  private var effect: DrivenEntry?
  /// The turn of a serial effect that this message ends.
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
    work.take()?.releaseCaptures()
    if let effect = effect.take() {
      end(effect)
      effect.workEnded()
    }
    turn.take()?.leave()
  }

  // Runs on the loop's thread, which now owns the references: the sending thread may not have returned from `send` yet.
  // The order matters: code that sees that an effect is gone may rely on its work's captures being gone too.
  func drop() {
    work.take()?.releaseCaptures()
    effect = nil
    turn = nil
  }
}

/// The work of a driven effect on another thread. It ends by sending a last message to the loop.
final class DrivenWork: BlockingWork, @unchecked Sendable {
  private let inbox: LoopInbox
  private let sender: Uncounted<DrivenEntry>
  // Used by one thread after another: the loop's thread, the worker, the loop's thread again. The locks of the pool
  // and the inbox separate them.
  private var work: ((_ sender: Uncounted<DrivenEntry>) -> Void)?
  private var turn: (any EffectTurn)?
  /// Whether the work itself has completed the effect, which may be gone afterwards.
  private let completed = Atomic<Bool>(false)

  /// - Parameters:
  ///   - sender: a reference that the work owns once it starts.
  ///   - work: the function to run. Its captures are released on the loop's thread.
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

  func noteCompletion() { completed.store(true, ordering: .releasing) }

  func run() {
    work?(sender)
    // The reference moves into the message immediately, so that no part of the effect stays on this thread.
    if completed.load(ordering: .acquiring) {
      end(EffectMessage(to: inbox, of: self, about: nil, turn.take()))
    } else {
      end(EffectMessage(to: inbox, of: self, about: sender.consume(), turn.take()))
    }
  }

  func refuse(_ reason: String) {
    let refusal = WorkRefused(description: reason)
    DrivenEntry.complete(sender) { $0.fail(refusal) }
    end(EffectMessage(to: inbox, of: self, about: nil, turn.take()))
  }

  func withdraw() {
    releaseCaptures()
    sender.release()
    turn.take()?.leave()
    inbox.releasePending()
  }

  private func end(_ message: EffectMessage) {
    message.send()
    inbox.releasePending()
  }

  /// Releases what the work captured.
  fileprivate func releaseCaptures() { work = nil }
}

/// The reason why blocking work was not started.
struct WorkRefused: Error, CustomStringConvertible {
  let description: String
}
