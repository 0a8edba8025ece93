internal import Kumiki
internal import KumikiJSON

/// The work of a `kmk_effect_work_new`: the program's function and context, and the input value.
///
/// The value is released together with the context, on the loop's thread. A state that shares it can thus
/// rely on its reference count there.
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
