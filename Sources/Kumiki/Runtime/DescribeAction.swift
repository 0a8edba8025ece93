/// The case path of an action, without payload values: `destination.presented.counter.inc`.
///
/// By reflection, so only when an issue is raised.
@usableFromInline
package func describeAction(_ action: Any) -> ActionDescription {
  let names = cases(of: action).names
  return ActionDescription(casePath: names.joined(separator: "."), action: nil)
}

/// An action with its ids and payload, for printed changes: `rows.element[7].rename: "Bob"`.
package func describeWithPayload(_ action: Any) -> String {
  let (names, payload) = cases(of: action, showingIDs: true)
  let path = names.joined(separator: ".")
  if let write = payload as? any FieldWriting { return "\(path): \(write.text)" }
  if let text = payload as? String { return "\(path): \(text.debugDescription)" }
  // An enum that is left over is a case without a payload: otherwise its name would be in the path.
  if !names.isEmpty, caseName(of: payload) != nil || payload is Void { return path }
  return names.isEmpty ? "\(payload)" : "\(path): \(payload)"
}

/// The case that an enum is in; nil for what is no enum. By reflection.
@usableFromInline
package func caseName(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  return mirror.children.first.map { $0.label ?? "_" } ?? String(describing: value)
}

/// True if an action is the write of a field, of whichever feature. By reflection.
package func isBindingAction(_ action: Any) -> Bool {
  cases(of: action).payload is any FieldWriting
}

/// The names of the cases from the outside in, and what the innermost one holds.
///
/// - Parameter showingIDs: with the id of a row or an element: `element[7]`.
private func cases(
  of action: Any, showingIDs: Bool = false
) -> (names: [String], payload: Any) {
  var names: [String] = []
  var value = action
  while true {
    guard let name = caseName(of: value) else { break }
    names.append(name)
    guard let child = Mirror(reflecting: value).children.first else { break }
    value = soleEnum(in: child.value)
    if showingIDs, caseName(of: value) != nil,
      let id = Mirror(reflecting: child.value).children.first(where: { $0.label == "id" })
    {
      names[names.count - 1] += "[\(id.value)]"
    }
  }
  return (names, value)
}

/// Of several payloads, the action: of `element(id:action:)` it is followed; of `push(id:state:)` none is,
/// since the state is a value.
private func soleEnum(in payload: Any) -> Any {
  let mirror = Mirror(reflecting: payload)
  guard mirror.displayStyle == .tuple else { return payload }
  let enums = mirror.children.filter {
    $0.label != "state" && Mirror(reflecting: $0.value).displayStyle == .enum
  }
  return enums.last?.value ?? payload
}
