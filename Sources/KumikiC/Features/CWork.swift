internal import Kumiki
internal import KumikiJSON

/// What a `kmk_effect_work_new` does: the program's function and context, and the value that it reads.
///
/// The value is released where the context is, on the loop's thread: a state that shares it sees there
/// whether somebody has it still.
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
