/// An action as it appears in an issue.
@usableFromInline
package struct ActionDescription {
  package var casePath: String
  package var action: (any Sendable)?

  package init(casePath: String, action: (any Sendable)?) {
    self.casePath = casePath
    self.action = action
  }
}

/// Returns the case path of an action, without payload values: `destination.presented.counter.inc`.
///
/// Uses reflection, so it is called only when an issue is reported.
@usableFromInline
package func describeAction(_ action: Any) -> ActionDescription {
  let names = cases(of: action).names
  return ActionDescription(casePath: names.joined(separator: "."), action: nil)
}

/// Returns an action with its ids and payload, for `printChanges`: `rows.element[7].rename: "Bob"`.
package func describeWithPayload(_ action: Any) -> String {
  let (names, payload) = cases(of: action, showingIDs: true)
  let path = names.joined(separator: ".")
  if let write = payload as? any FieldWriting { return "\(path): \(write.text)" }
  if let text = payload as? String { return "\(path): \(text.debugDescription)" }
  // If the payload is an enum, its case has no payload, and the path already ends with the case's name.
  if !names.isEmpty, caseName(of: payload) != nil || payload is Void { return path }
  return names.isEmpty ? "\(payload)" : "\(path): \(payload)"
}

/// Returns the name of an enum value's case, or nil for a value that is not an enum. Uses reflection.
@usableFromInline
package func caseName(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  return mirror.children.first.map { $0.label ?? "_" } ?? String(describing: value)
}

/// Whether an action writes a field, in any feature. Uses reflection.
package func isBindingAction(_ action: Any) -> Bool {
  cases(of: action).payload is any FieldWriting
}

/// Returns the names of the nested cases, outermost first, and the payload of the innermost case.
///
/// - Parameter showingIDs: whether to append the id of a row or an element: `element[7]`.
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

/// Returns the action if a case has several payloads: `action` in `element(id:action:)`. `push(id:state:)` contains no
/// action, because its state is a plain value.
private func soleEnum(in payload: Any) -> Any {
  let mirror = Mirror(reflecting: payload)
  guard mirror.displayStyle == .tuple else { return payload }
  let enums = mirror.children.filter {
    $0.label != "state" && Mirror(reflecting: $0.value).displayStyle == .enum
  }
  return enums.last?.value ?? payload
}

/// An action that writes one field, for code that does not know the state.
package protocol FieldWriting {
  /// The write as text, for printed changes.
  var text: String { get }
}
