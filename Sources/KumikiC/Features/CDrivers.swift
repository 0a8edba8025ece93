internal import Kumiki

/// `kmk_effect_start`: work that calls back.
enum StartDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    effect.takeOwnerHome()
    effect.call.begin(effect.handOut())
  }

  static func stop(_ effect: DrivenEntry) {
    // Not called if the effect was cancelled and finished while it began.
    if !effect.isAnswered { effect.call.stop() }
  }
}

/// `kmk_effect_blocking`: work of the loop's workers.
enum BlockingDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    let owner = effect.takeOwnerHome()
    let call = effect.call
    // The context lives until the function has returned.
    effect.beginOnWorker { sender in withExtendedLifetime(owner) { call.begin(sender) } }
  }

  static func stop(_ effect: DrivenEntry) { effect.withdrawFromWorker() }
}

/// `kmk_effect_work_new`: the same, with a value to read.
enum WorkDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    guard let work = effect.owner as? CWork else { return assertionFailure("no work of C") }
    work.takeHome(to: effect.heldLoop.object)
    effect.beginOnWorker(work.begin)
  }

  static func stop(_ effect: DrivenEntry) { effect.withdrawFromWorker() }
}
