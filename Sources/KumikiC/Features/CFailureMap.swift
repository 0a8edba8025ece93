internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The failure of an effect in C: the text of a `kmk_sender_fail`, or any value.
struct EffectFailure: Error, CustomStringConvertible {
  let json: JSON

  init(_ json: JSON) { self.json = json }
  init(_ message: String) { json = JSON(stringLiteral: message) }

  /// Makes a failure from a program's value. A missing or too deep value becomes a text that says so.
  init(reading value: JSON?) {
    do throws(JSONError) {
      if let value { try JSONMeasure.check(value) }
      self.init(value ?? "the effect failed")
    } catch {
      self.init("the effect failed, and its error is \(error.message)")
    }
  }

  var description: String { json.string ?? json.description }
}

/// `kmk_effect_catch`: the program's function that makes an action from an error.
final class CFailureMap {
  private let userData: UserData
  private let answer: (JSON) -> JSON?
  /// Set when the effect is accepted. Effects end before their loop.
  private var loop: Uncounted<Loop>?

  init(_ callback: Callback<(JSON) -> JSON?>) throws {
    userData = callback.userData
    answer = try callback.get()
  }

  func accepted(by loop: Loop) {
    self.loop = Uncounted(loop)
    userData.takeHome(to: loop)
  }

  func action(for error: any Error) -> JSONAction? {
    let failure = error as? EffectFailure ?? EffectFailure("\(error)")
    guard let answer = answer(failure.json) else { return nil }
    do throws(JSONError) {
      try JSONMeasure.check(answer)
      return JSONAction(answer)
    } catch {
      loop?.object.report(
        Issue(code: .actionMisfit, message: "\(error.message); the action was dropped"))
      return nil
    }
  }
}
