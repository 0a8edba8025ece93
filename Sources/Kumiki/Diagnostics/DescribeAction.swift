/// The case path of an action, without payload values: `destination.presented.counter.inc`.
///
/// By reflection, so only when an issue is raised.
@usableFromInline
package func describeAction(_ action: Any) -> ActionDescription {
  let names = cases(of: action).names
  return ActionDescription(casePath: names.joined(separator: "."), action: nil)
}

/// True if an action is the write of a field, of whichever feature. By reflection.
package func isBindingAction(_ action: Any) -> Bool {
  cases(of: action).payload is any FieldWriting
}

/// The names of the cases from the outside in, and what the innermost one holds.
private func cases(of action: Any) -> (names: [String], payload: Any) {
  var names: [String] = []
  var value = action
  while true {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { break }
    if let child = mirror.children.first {
      names.append(child.label ?? "_")
      value = soleEnum(in: child.value)
    } else {
      names.append(String(describing: value))
      break
    }
  }
  return (names, value)
}

/// Of several payloads the one that is an action goes on: `element(id:action:)`, and none of
/// `push(id:state:)`, whose state is a payload value.
private func soleEnum(in payload: Any) -> Any {
  let mirror = Mirror(reflecting: payload)
  guard mirror.displayStyle == .tuple else { return payload }
  let enums = mirror.children.filter {
    $0.label != "state" && Mirror(reflecting: $0.value).displayStyle == .enum
  }
  return enums.last?.value ?? payload
}
