internal import KumikiValues
internal import KumikiJSON

/// `kmk_effect_start`: work that reports back through its sender.
enum StartDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    effect.takeOwnerHome()
    let call = effect.call
    effect.inTest { call.begin(effect.handOut()) }
  }

  static func stop(_ effect: DrivenEntry) {
    // Not called if the effect was cancelled and also finished while it was starting.
    if !effect.isCompleted { effect.call.stop() }
  }
}

/// `kmk_effect_blocking`: work on the loop's workers.
enum BlockingDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    let owner = effect.takeOwnerHome()
    let call = effect.call
    let values = effect.testValues
    // The context lives until the function has returned.
    effect.beginOnWorker { sender in
      withExtendedLifetime(owner) { inTest(values) { call.begin(sender, isBlocking: true) } }
    }
  }

  static func stop(_ effect: DrivenEntry) { effect.withdrawFromWorker() }
}

/// `kmk_effect_work_new`: blocking work with an input value.
enum WorkDriver: EffectDriver {
  static func begin(_ effect: DrivenEntry) {
    guard let work = effect.owner as? CWork else { return assertionFailure("no work of C") }
    work.takeHome(to: effect.heldLoop.object)
    let values = effect.testValues
    effect.beginOnWorker { sender in inTest(values) { work.begin(sender) } }
  }

  static func stop(_ effect: DrivenEntry) { effect.withdrawFromWorker() }
}

// In a test, an effect's functions use the shared values of that test, on any thread.

extension DrivenEntry {
  fileprivate var testValues: DependencyValues? { heldLoop.with { $0.testValues } }

  fileprivate func inTest(_ body: () -> Void) { KumikiC.inTest(testValues, body) }
}

/// Runs `body` with the values of a test, if there are any.
private func inTest(_ values: DependencyValues?, _ body: () -> Void) {
  if let values { values.scoped(body) } else { body() }
}

/// The work of a `kmk_effect_work_new`: the program's function and context, and the input value.
///
/// The value is released together with the context, on the loop's thread. Thus a state that shares the value can rely
/// on the reference count there.
final class CWork: Sendable {
  typealias Call = @Sendable (_ sender: Uncounted<DrivenEntry>, _ input: JSON) -> Void

  private let call: Call
  private let userData: UserData
  private let input: JSON

  init(_ callback: Callback<Call>, _ input: JSON) throws {
    call = try callback.get()
    userData = callback.userData
    self.input = input
  }

  func takeHome(to loop: Loop) { userData.takeHome(to: loop) }

  @Sendable func begin(_ sender: Uncounted<DrivenEntry>) { call(sender, input) }
}
