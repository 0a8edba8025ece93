internal import CKumiki
internal import Kumiki

/// The program's functions behind one effect, and their context. Both kinds of effects are called with a
/// sender and the context.
struct CCall: @unchecked Sendable {
  // Only passed from thread to thread; what the pointer leads to belongs to the program.
  let function: kmk_start_fn
  let cancel: kmk_cancel_fn?
  let pointer: UnsafeMutableRawPointer?

  init(
    _ function: @escaping kmk_start_fn, _ cancel: kmk_cancel_fn?,
    _ pointer: UnsafeMutableRawPointer?
  ) {
    self.function = function
    self.cancel = cancel
    self.pointer = pointer
  }

  var words: DriverWords { unsafeBitCast(self, to: DriverWords.self) }
}

/// `kmk_effect_start`: work that calls back.
enum StartDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    effect.takeOwnerHome()
    let call = effect.call
    call.function(Sender.new(effect), call.pointer)
  }

  static func stop(_ effect: DrivenEntry) {
    let call = effect.call
    // Not called if the effect was cancelled and finished while it began.
    if !effect.isAnswered { call.cancel?(call.pointer) }
  }
}

/// `kmk_effect_blocking`: work on a thread of its own.
enum BlockingDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    // The thread holds of the effect the sender's reference alone, which the function may give back. What
    // it needs besides is held by itself: the context lives until the function has returned.
    let owner = effect.takeOwnerHome()
    let call = effect.call
    let answer = effect.noteAnswer()
    let sender = UncheckedSendable(Sender.new(effect))
    let didStart = Worker.run(for: effect.heldLoop.object) {
      withExtendedLifetime(owner) { call.function(sender.value, call.pointer) }
      return answer.isGiven ? nil : Sender.consume(sender.value)
    }
    if !didStart {
      Sender.fail(
        sender.value, EffectFailure("the system refused a thread for a blocking effect"))
    }
  }

  static func stop(_ effect: DrivenEntry) {}
}

extension DrivenEntry {
  fileprivate var call: CCall { unsafeBitCast(words, to: CCall.self) }

  /// The program's context, which is released on the thread of the effect's loop.
  @discardableResult
  fileprivate func takeOwnerHome() -> UserData? {
    guard let owner else { return nil }
    let data = unsafeDowncast(owner, to: UserData.self)
    data.takeHome(to: heldLoop.object)
    return data
  }
}
