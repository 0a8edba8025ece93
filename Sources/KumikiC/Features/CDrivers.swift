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
    effect.takeOwnerHome()
    let didStart = Worker.run(for: effect.heldLoop.object) {
      // The function may finish the sender itself, which releases the sender's reference; this closure
      // holds another.
      let sender = Sender.new(effect)
      let call = effect.call
      call.function(sender, call.pointer)
      if !effect.isAnswered { kmk_sender_finish(sender) }
    }
    if !didStart {
      effect.failFromC(EffectFailure("the system refused a thread for a blocking effect"))
    }
  }

  static func stop(_ effect: DrivenEntry) {}
}

extension DrivenEntry {
  fileprivate var call: CCall { unsafeBitCast(words, to: CCall.self) }

  /// The program's context is released on the thread of the effect's loop.
  fileprivate func takeOwnerHome() {
    guard let owner else { return }
    unsafeDowncast(owner, to: UserData.self).takeHome(to: heldLoop.object)
  }
}
