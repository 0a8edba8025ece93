internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// An effect as C holds it, until a constructor or a reducer's return consumes it.
final class CEffect: HandleObject {
  let effect: Effect<JSONAction>

  init(_ effect: Effect<JSONAction>) { self.effect = effect }

  static func new(_ effect: Effect<JSONAction>) -> OpaquePointer { CEffect(effect).retained() }

  static func invalid(_ message: String) -> OpaquePointer { new(.invalid(message)) }

  /// Makes an effect of an action that C handed in, or one that is invalid.
  static func new(
    stealing action: JSONNode?, _ function: String,
    _ make: (JSONAction) -> Effect<JSONAction>
  ) -> OpaquePointer {
    guard let action else { return invalid("\(function): action is NULL") }
    let json = JSON(stealing: action)
    do throws(JSONError) {
      try JSONMeasure.check(action)
      return new(make(JSONAction(json)))
    } catch {
      return invalid("\(function): \(error.message)")
    }
  }

  /// The effects of an array, consumed; NULL members vanish.
  static func consumeAll(
    _ count: Int, _ effects: UnsafePointer<OpaquePointer?>?
  ) -> [Effect<JSONAction>]? {
    guard let effects else { return count == 0 ? [] : nil }
    return (0..<count).compactMap { Handle<CEffect>.consume(effects[$0])?.effect }
  }
}
