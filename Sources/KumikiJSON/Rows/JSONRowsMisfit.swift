internal import CJansson
internal import Kumiki

// Which row and path actions an operator can read.

extension JSONElementActionOptic {
  func misfit(_ action: JSONNode, in element: JSONReducer) -> JSONError? {
    do throws(JSONError) {
      guard let node = try path.descend(action) else { return nil }
      guard node.pointee.type == JSON_OBJECT, let inner = Self.element.payload(of: node) else {
        throw JSONError.expected(
          oneOf: ["element"], found: JSONError.foundInsteadOfCase(node), path: ""
        ).below(path)
      }
      return Self.misfit(element: inner, in: element)?.below(
        JSONPointer.root.appending("element")
      ).below(path)
    } catch {
      return error
    }
  }

  /// What is wrong in `{"id", "action"}`.
  static func misfit(element node: JSONNode, in element: JSONReducer) -> JSONError? {
    guard node.pointee.type == JSON_OBJECT, json_object_size(node) == 2, id.member(of: node) != nil,
      let action = action.member(of: node)
    else { return JSONError(.decode, message: "expected {\"id\", \"action\"}") }
    guard action.pointee.type == JSON_STRING || action.pointee.type == JSON_OBJECT else {
      return JSONError(.decode, path: "/action", message: "expected an action of the element")
    }
    return element.check(action)?.below(JSONPointer.root.appending("action"))
  }
}

extension JSONPathActionOptic {
  func misfit(_ action: JSONNode, in element: JSONReducer) -> JSONError? {
    do {
      guard let node = try path.descend(action) else { return nil }
      return misfit(path: node, in: element)?.below(path)
    } catch {
      return error
    }
  }

  private func misfit(path node: JSONNode, in element: JSONReducer) -> JSONError? {
    guard node.pointee.type == JSON_OBJECT, let (key, payload) = JSONCase.member(of: node) else {
      return unknown(node)
    }
    let name = String(decoding: key, as: UTF8.self)
    let below = JSONPointer.root.appending(name)
    switch name {
    case "element":
      if let misfit = JSONElementActionOptic.misfit(element: payload, in: element) {
        return misfit.below(below)
      }
      let id = JSONElementActionOptic.id.member(of: payload).flatMap { StackElementID($0) }
      return id == nil ? Self.noID.below(below) : nil
    case "popFrom" where !isSeed, "dismiss" where isSeed:
      return Self.id(JSONCase(name), node) == nil ? Self.noID.below(below) : nil
    case "push" where !isSeed:
      guard Self.state.member(of: payload) != nil else {
        return JSONError(.decode, message: "expected {\"id\", \"state\"}").below(below)
      }
      let id = JSONElementActionOptic.id.member(of: payload)
      return id == nil || StackElementID(id!) != nil ? nil : Self.noID.below(below)
    case "setPath" where isSeed:
      return payload.pointee.type == JSON_ARRAY
        ? nil : JSONError(.decode, message: "expected an array").below(below)
    default:
      return unknown(node)
    }
  }

  private static let noID = JSONError(
    .decode, path: "/id", message: "expected an integer from 0 on")

  private func unknown(_ node: JSONNode) -> JSONError {
    .expected(
      oneOf: isSeed ? ["dismiss", "element", "setPath"] : ["element", "popFrom", "push"],
      found: JSONError.foundInsteadOfCase(node), path: "")
  }
}
