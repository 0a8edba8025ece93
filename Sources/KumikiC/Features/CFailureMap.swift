internal import KumikiValues
internal import KumikiJSON

/// The failure of an effect in C: the string of a `kmk_sender_fail`, or any value.
struct EffectFailure: Error, CustomStringConvertible {
  let json: JSON

  init(_ json: JSON) { self.json = json }
  init(_ message: String) { json = JSON(stringLiteral: message) }

  /// Makes a failure from a program's value. A missing or too deep value becomes a string that explains the mistake.
  init(reading value: JSON?) {
    do throws(JSONError) {
      if let value { try JSONMeasure.check(value) }
      self.init(value ?? "the effect failed")
    } catch {
      self.init("the effect failed, and its error is \(error.message)")
    }
  }

  init(any error: any Error) { self = error as? EffectFailure ?? EffectFailure("\(error)") }

  var description: String { json.string ?? json.description }
}

extension Callback where Call == (JSON) -> JSON? {
  /// Returns, for `kmk_effect_catch`, an effect whose errors the program's function turns into actions.
  func catching(_ effect: consuming Effect<JSONAction>) throws -> Effect<JSONAction> {
    let (answer, userData) = (try get(), userData)
    return effect.catching(accepted: userData.takeHome(to:)) { error in
      guard let answer = answer(EffectFailure(any: error).json) else { return nil }
      do throws(JSONError) {
        try JSONMeasure.check(answer)
        return JSONAction(answer)
      } catch {
        userData.home?.report(
          Issue(code: .actionMisfit, message: "\(error.message); the action was dropped"))
        return nil
      }
    }
  }
}
