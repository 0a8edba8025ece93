/// The case path of an action, without payload values: `destination.presented.counter.inc`.
///
/// By reflection, so only when an issue is raised.
@usableFromInline
package func describeAction(_ action: Any) -> ActionDescription {
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
  return ActionDescription(casePath: names.joined(separator: "."), action: nil)
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
