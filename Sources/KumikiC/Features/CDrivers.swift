internal import Kumiki

/// `kmk_effect_start`: work that calls back.
enum StartDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    effect.takeOwnerHome()
    effect.call.begin(Uncounted.retained(effect))
  }

  static func stop(_ effect: DrivenEntry) {
    // Not called if the effect was cancelled and finished while it began.
    if !effect.isAnswered { effect.call.stop() }
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
    let sender = Uncounted.retained(effect)
    let didStart = Worker.run(for: effect.heldLoop.object) {
      withExtendedLifetime(owner) { call.begin(sender) }
      return answer.isGiven ? nil : sender.consume()
    }
    if !didStart {
      let failure = EffectFailure("the system refused a thread for a blocking effect")
      DrivenEntry.answer(sender) { $0.fail(failure) }
    }
  }

  static func stop(_ effect: DrivenEntry) {}
}
