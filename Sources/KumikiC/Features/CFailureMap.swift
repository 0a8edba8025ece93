internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// What an effect in C failed with: a text of `kmk_sender_fail`, or any value.
struct EffectFailure: Error, CustomStringConvertible {
  let json: JSON

  init(_ json: JSON) { self.json = json }
  init(_ message: String) { json = JSON(stringLiteral: message) }

  /// Takes over a value. NULL, or a value that is too deep, becomes a text that says so.
  init(reading value: JSONNode?) {
    guard let value else {
      self.init("the effect failed")
      return
    }
    do throws(JSONError) {
      try JSONMeasure.check(value)
      self.init(JSON(stealing: value))
    } catch {
      value.releaseDeep()
      self.init("the effect failed, and its error is \(error.message)")
    }
  }

  var description: String { json.string ?? json.description }
}

/// `kmk_effect_catch`: the program's function makes an action of an error.
final class CFailureMap {
  private let function: kmk_catch_fn
  private let userData: UserData
  /// Set by the acceptance. Effects end before their loop.
  private var loop: Unmanaged<Loop>?

  init(_ function: @escaping kmk_catch_fn, _ userData: UserData) {
    self.function = function
    self.userData = userData
  }

  func accepted(by loop: Loop) {
    self.loop = .passUnretained(loop)
    userData.takeHome(to: loop)
  }

  func action(for error: any Error) -> JSONAction? {
    let failure = error as? EffectFailure ?? EffectFailure("\(error)")
    let answer = failure.json.withNode { function(UnsafePointer($0), userData.pointer) }
    guard let answer else { return nil }
    do throws(JSONError) {
      try JSONMeasure.check(answer)
      return JSONAction(stealing: answer)
    } catch {
      answer.releaseDeep()
      loop?.takeUnretainedValue().report(
        Issue(code: .actionMisfit, message: "\(error.message); the action was dropped"))
      return nil
    }
  }
}
