import CJansson
import Kumiki

@testable import KumikiJSON

/// A command to a feature of a fixture.
struct Command {
  let json: JSON

  static func set(_ pointer: String, _ value: JSON) -> Self {
    Self(json: ["set": ["at": JSON(stringLiteral: pointer), "value": value]])
  }
  static func insert(_ pointer: String, _ value: JSON) -> Self {
    Self(json: ["insert": ["at": JSON(stringLiteral: pointer), "value": value]])
  }
  static func remove(_ pointer: String) -> Self {
    Self(json: ["remove": ["at": JSON(stringLiteral: pointer)]])
  }
  static func move(_ from: String, _ to: String) -> Self {
    Self(json: ["move": ["at": JSON(stringLiteral: from), "to": JSON(stringLiteral: to)]])
  }
  static func push(_ pointer: String, _ element: JSON) -> Self {
    Self(json: ["push": ["at": JSON(stringLiteral: pointer), "value": element]])
  }
  /// Several in one step.
  static func all(_ commands: Command...) -> Self { every(commands) }
  static func every(_ commands: [Command]) -> Self {
    Self(json: ["all": JSON(elements: commands.map(\.json))])
  }
  /// This as an action of a row or of a path's element.
  func to(_ name: String, element id: JSON) -> Self {
    Self(json: JSONCase(name).wrap(["element": ["id": id, "action": json]]))
  }

  static func perform(_ action: JSON, _ state: inout JSONState) -> Effect<JSONAction> {
    guard let (key, payload) = action.withNode({ JSONCase.of($0) }) else { return .none }
    let name = String(decoding: key, as: UTF8.self)
    let what = payload.map { JSON(borrowing: $0) } ?? .null
    switch name {
    case "all":
      return .merge((0..<what.count).map { perform(what[index: $0]!, &state) })
    default:
      if let pointer = what[key: "at"]?.string { write(name, pointer, what, &state) }
      return .none
    }
  }

  private static func write(
    _ name: String, _ pointer: String, _ what: JSON, _ state: inout JSONState
  ) {
    let value = what[key: "value"] ?? .null
    pointer.withCString { text in
      let text = CStringView(text)
      do throws(JSONWriteError) {
        switch name {
        case "set": try state.set(text: text, stealing: value.owned)
        case "insert": try state.insert(text: text, stealing: value.owned)
        case "remove": try state.remove(text: text)
        case "move":
          try state.move(.known(pointer), to: .known(what[key: "to"]?.string ?? ""))
        case "push": _ = try state.push(.known(pointer), value)
        default: break
        }
      } catch {
        // Like a call from C.
        state.report(error, of: "a write", at: text)
      }
    }
  }
}

extension JSON {
  /// A reference for a new owner.
  var owned: JSONNode { retained() }
}

extension JSONPointer {
  /// From a string in a test, which is a pointer.
  fileprivate static func known(_ text: String) -> JSONPointer { try! JSONPointer(text) }
}
