/// The differences between two values of a type, found by reflection: for each place, one line with the old value and
/// one line with the new.
///
/// The places to compare are in a list and not on the call stack, because a state may be nested deeper than a small
/// stack allows.
package struct StateDiff {
  /// Returns lines: `- /count: 1` for the old value, `+ /count: 2` for the new; empty if nothing differs.
  package static func lines(_ old: Any, _ new: Any) -> [String] {
    var diff = StateDiff()
    diff.compare(old, new)
    return diff.lines
  }

  private struct Pair {
    var path: String
    var old: Any?
    var new: Any?
  }

  private var lines: [String] = []
  /// The pairs still to compare; the next is the last element.
  private var pending: [Pair] = []

  private mutating func compare(_ old: Any, _ new: Any) {
    pending = [Pair(path: "", old: old, new: new)]
    while let pair = pending.popLast() {
      let old = pair.old.flatMap(Part.init)
      let new = pair.new.flatMap(Part.init)
      if let old, let new, old.kind != new.kind {
        // Different cases, or different types behind a protocol: the members do not correspond.
        pending.append(Pair(path: pair.path, old: nil, new: pair.new))
        pending.append(Pair(path: pair.path, old: pair.old, new: nil))
      } else if old?.members.isEmpty != false, new?.members.isEmpty != false {
        note(pair.path, old, new)
      } else {
        addMembers(of: pair.path, old, new)
      }
    }
  }

  private mutating func note(_ path: String, _ old: Part?, _ new: Part?) {
    if let old, let new, old.isEqual(to: new) { return }
    if let old { lines.append("- \(path): \(old.text)") }
    if let new { lines.append("+ \(path): \(new.text)") }
  }

  private mutating func addMembers(of path: String, _ old: Part?, _ new: Part?) {
    var names = old?.members.map(\.name) ?? []
    var values: [ExactText: Pair] = [:]
    for (name, value) in old?.members ?? [] {
      values[ExactText(name)] = Pair(path: "\(path)/\(name)", old: value, new: nil)
    }
    for (name, value) in new?.members ?? [] {
      let key = ExactText(name)
      if values[key] == nil { names.append(name) }
      values[key, default: Pair(path: "\(path)/\(name)", old: nil, new: nil)].new = value
    }
    pending += names.reversed().compactMap { values[ExactText($0)] }
  }
}

/// A member that does not count as part of its value, such as an id that equality ignores.
protocol DiffIgnored {}

/// A value with its optionals unwrapped and its members listed by name. The initializer returns nil for a nil value.
private struct Part {
  let value: Any
  /// The type and the case. The members of two parts are compared only if both parts have the same kind.
  let kind: String
  let members: [(name: String, value: Any)]

  init?(_ value: Any) {
    var value = value
    var mirror = Mirror(reflecting: value)
    while mirror.displayStyle == .optional {
      guard let some = mirror.children.first else { return nil }
      value = some.value
      mirror = Mirror(reflecting: value)
    }
    self.value = value
    var kind = "\(mirror.subjectType)"
    var members: [(name: String, value: Any)] = []
    for (index, child) in mirror.children.enumerated() where !(child.value is any DiffIgnored) {
      switch mirror.displayStyle {
      case .collection, .set: members.append((String(index), child.value))
      case .dictionary:
        let entry = Array(Mirror(reflecting: child.value).children)
        if entry.count == 2 { members.append(("\(entry[0].value)", entry[1].value)) }
      case .enum:
        kind += "." + (child.label ?? "")
        members.append((child.label ?? "_", child.value))
      default: members.append((Self.name(child.label, index), child.value))
      }
    }
    self.kind = kind
    // The order of a set's elements is arbitrary, so a set is compared as a whole.
    self.members = mirror.displayStyle == .set ? [] : members
  }

  /// Returns `name` for the property `name`, and for the storage `_name` of a property wrapper.
  private static func name(_ label: String?, _ index: Int) -> String {
    guard let label, !label.hasPrefix(".") else { return String(index) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  var text: String {
    if let text = value as? String { return text.debugDescription }
    return String(describing: value)
  }

  func isEqual(to other: Part) -> Bool {
    if let value = value as? any Equatable { return value.isEqual(to: other.value) }
    return text == other.text
  }
}

extension Equatable {
  package func isEqual(to other: Any) -> Bool { self == other as? Self }
}
