internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// An effect as C holds it until it is consumed: a reference to its node.
enum CEffect {
  /// Stands for an effect that does nothing, which has no node: a constructor never returns NULL.
  private static let nothing = Nothing()

  private final class Nothing: Sendable {
    var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
  }

  static func new(_ effect: consuming Effect<JSONAction>) -> OpaquePointer {
    guard let node = effect.takeNode() else { return nothing.pointer }
    LiveObjects.add()
    return OpaquePointer(node)
  }

  /// Makes an effect that calls back, with what it keeps alive.
  static func new(
    _ driver: any EffectDriver.Type, _ call: CCall, _ owner: UserData?
  ) -> OpaquePointer {
    new(Effect(untyped: DrivenEntry(driver, call.words, owner: owner)))
  }

  static func consume(_ pointer: OpaquePointer?) -> Effect<JSONAction> {
    guard let pointer, pointer != nothing.pointer else { return .none }
    LiveObjects.remove()
    return Effect(consuming: UnsafeMutableRawPointer(pointer))
  }

  static func free(_ pointer: OpaquePointer?) { _ = consume(pointer) }

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

  /// Makes an effect of the effects of an array, which are consumed; NULL members vanish.
  static func new(
    _ function: String, of effects: UnsafePointer<OpaquePointer?>?, _ count: Int,
    _ make: ([Effect<JSONAction>]) -> Effect<JSONAction>
  ) -> OpaquePointer {
    do {
      return new(make(try members(effects, count, "effects").map { consume($0) }))
    } catch {
      return invalid("\(function): \(Failure(any: error).message)")
    }
  }
}
