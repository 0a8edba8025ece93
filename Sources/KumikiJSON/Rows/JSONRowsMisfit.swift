internal import CJansson
internal import Kumiki

// Which row and path actions an operator can read.

extension JSONElementActionOptic {
  func misfit(_ action: JSONActionNode, in element: JSONReducer) -> JSONError? {
    do throws(JSONError) {
      guard let rows = try path.descend(action) else { return nil }
      guard rows.node.pointee.type == JSON_OBJECT, let inner = rows.payload(Self.element.step)
      else {
        throw JSONError.expected(oneOf: ["element"], insteadOf: rows.node).below(path)
      }
      return Self.misfit(element: inner, in: element)?.below(
        JSONPointer.root.appending("element")
      ).below(path)
    } catch {
      return error
    }
  }

  /// What is wrong in `{"id", "action"}`.
  static func misfit(element here: JSONActionNode, in element: JSONReducer) -> JSONError? {
    guard here.node.pointee.type == JSON_OBJECT, json_object_size(here.node) == 2,
      let action = here.element?.action
    else { return misfit(parts: here.node) }
    guard action.node.pointee.type == JSON_STRING || action.node.pointee.type == JSON_OBJECT else {
      return .expected("an action of the element", found: action.node, path: "/action")
    }
    return element.check(action)?.below(JSONPointer.root.appending("action"))
  }
}

extension JSONElementActionOptic {
  /// What is wrong in what should be `{"id", "action"}`: the member that is missing, where one is.
  private static func misfit(parts node: JSONNode) -> JSONError {
    guard node.pointee.type == JSON_OBJECT else {
      return .expected("{\"id\", \"action\"}", found: node)
    }
    if id.member(of: node) == nil { return .expected("an id", found: nil, path: "/id") }
    if Self.action.member(of: node) == nil {
      return .expected("an action of the element", found: nil, path: "/action")
    }
    return JSONError(.decode, message: "expected {\"id\", \"action\"} and nothing beside")
  }
}

extension JSONPathActionOptic {
  /// - Parameter shape: what the path needs of its elements.
  func misfit(
    _ action: JSONActionNode, in element: JSONReducer, on shape: JSONShape
  ) -> JSONError? {
    do {
      guard let stack = try path.descend(action) else { return nil }
      return misfit(path: stack, in: element, shape)?.below(path)
    } catch {
      return error
    }
  }

  private func misfit(
    path stack: JSONActionNode, in element: JSONReducer, _ shape: JSONShape
  ) -> JSONError? {
    let node = stack.node
    if let inner = stack.payload(JSONElementActionOptic.element.step), inner.parts != nil,
      node.pointee.type == JSON_OBJECT
    {
      return misfit(element: inner, in: element)
    }
    guard node.pointee.type == JSON_OBJECT, let (key, payload) = JSONCase.member(of: node) else {
      return unknown(node)
    }
    let name = String(decoding: key, as: UTF8.self)
    let below = JSONPointer.root.appending(name)
    switch name {
    case "element":
      return misfit(element: JSONActionNode(payload), in: element)
    case "popFrom" where !isSeed, "dismiss" where isSeed:
      return Self.id(JSONCase(name), node) == nil ? Self.noID.below(below) : nil
    case "push" where !isSeed:
      guard let state = Self.state.member(of: payload) else {
        return JSONError(.decode, message: "expected {\"id\", \"state\"}").below(below)
      }
      let id = JSONElementActionOptic.id.member(of: payload)
      guard id == nil || StackElementID(id!) != nil else { return Self.noID.below(below) }
      return shape.misfit(element: state)?.error.below(below.appending("state"))
    case "setPath" where isSeed:
      return shape.misfit(elementsOf: payload)?.error.below(below)
    default:
      return unknown(node)
    }
  }

  private func misfit(element here: JSONActionNode, in element: JSONReducer) -> JSONError? {
    let misfit = JSONElementActionOptic.misfit(element: here, in: element)
    if misfit == nil, here.element.flatMap({ StackElementID($0.id) }) != nil { return nil }
    return (misfit ?? Self.noID).below(JSONPointer.root.appending("element"))
  }

  private static let noID = JSONError(
    .decode, path: "/id", message: "expected an integer from 0 on")

  private func unknown(_ node: JSONNode) -> JSONError {
    .expected(
      oneOf: isSeed ? ["dismiss", "element", "setPath"] : ["element", "popFrom", "push"],
      insteadOf: node)
  }
}
