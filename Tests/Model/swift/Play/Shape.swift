/// How a value is distinguished from the next value in its place, according to an operator's
/// options.
package struct Form: Hashable, Sendable {
  /// The case is a part of the identity.
  var isEnum: Bool
  /// The member whose change makes a new identity; for an enum a member of the payload.
  var idKey: String?
  /// The ephemeral cases.
  var ephemeralCases: [String]
  /// The whole value is ephemeral.
  var isEphemeral: Bool

  init(_ options: Value, _ child: Feature) {
    idKey = options["id_key"]?.text
    ephemeralCases = (options["ephemeral_cases"]?.array ?? []).compactMap(\.text)
    isEphemeral = options["ephemeral"]?.bool ?? false
    isEnum =
      switch options["kind"]?.text {
      case "struct": false
      case "enum": true
      default: child.reachesByCase || !ephemeralCases.isEmpty
      }
  }
}

/// The meaning of a place in the state for an operator.
package enum Role: Hashable, Sendable {
  case plain
  case child(Form)
  case slot(Form)
  case rows(idKey: String)
  case path
}

/// The roles that the operators of a feature give to the places of a state. They are determined place
/// by place, so a recursion is infinite here too.
package final class Shape: Hashable, @unchecked Sendable {
  // A case is played on one thread.
  private struct Entry {
    var steps: ArraySlice<String>
    var role: Role
    var child: Feature
    var recursions: [String: Feature]
  }

  let role: Role
  /// The shape of the whole that contains this place.
  private(set) var parent: Shape?
  private var entries: [Entry]
  private var members: [String: Shape] = [:]
  private var content: Shape?

  private init(_ role: Role, _ entries: [Entry], in parent: Shape?) {
    self.role = role
    self.entries = entries
    self.parent = parent
  }

  /// - Parameter recursions: the shapes of the names that the feature may contain.
  package convenience init(
    _ feature: Feature, _ role: Role = .plain, recursions: [String: Feature] = [:]
  ) {
    var seen: Set<String> = []
    self.init(role, Self.entries(of: feature, recursions, &seen), in: nil)
  }

  package static func == (left: Shape, right: Shape) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The shape of a value in a place that has a role.
  var inside: Shape {
    if role == .plain { return self }
    if let content { return content }
    let made = Shape(.plain, entries, in: self)
    content = made
    return made
  }

  /// The shape of a member, which may be the payload of a case.
  subscript(member name: String) -> Shape {
    if let known = members[name] { return known }
    let made = place(name)
    members[name] = made
    return made
  }

  private func place(_ name: String) -> Shape {
    var role = Role.plain
    var inner: [Entry] = []
    for entry in entries where entry.steps.first == name {
      if entry.steps.count > 1 {
        var rest = entry
        rest.steps = entry.steps.dropFirst()
        inner.append(rest)
        continue
      }
      if role == .plain { role = entry.role }
      var seen: Set<String> = []
      inner += Self.entries(of: entry.child, entry.recursions, &seen)
    }
    return Shape(role, inner, in: self)
  }

  /// The names in the order of the operators, outermost first: states are made, and ids are given, in
  /// that order.
  func inOrder(_ names: some Sequence<String>) -> [String] {
    let places = Dictionary(entries.enumerated().map { ($1.steps[$1.steps.startIndex], $0) }) {
      first, _ in first
    }
    return names.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
  }

  /// Releases the computed shapes, which reference each other.
  package func forget() {
    for member in members.values { member.forget() }
    content?.forget()
    members = [:]
    content = nil
    parent = nil
  }

  private static func entries(
    of feature: Feature, _ recursions: [String: Feature], _ seen: inout Set<String>
  ) -> [Entry] {
    func entry(_ child: Feature.Child, _ role: Role) -> [Entry] {
      if child.steps.isEmpty { return entries(of: child.feature, recursions, &seen) }
      return [
        Entry(steps: child.steps[...], role: role, child: child.feature, recursions: recursions)
      ]
    }
    switch feature {
    case .base: return []
    case .combine(let members):
      return members.flatMap { entries(of: $0, recursions, &seen) }
    case .scope(let child), .scopeCase(let child): return entry(child, .plain)
    case .ifLet(let parent, let child), .ifCaseLet(let parent, let child):
      return entry(child, .child(Form(child.options, child.feature)))
        + entries(of: parent, recursions, &seen)
    case .slot(let parent, let child, _):
      return entry(child, .slot(Form(child.options, child.feature)))
        + entries(of: parent, recursions, &seen)
    case .rows(let parent, let child, let idKey):
      return entry(child, .rows(idKey: idKey)) + entries(of: parent, recursions, &seen)
    case .path(let parent, let child, _):
      return entry(child, .path) + entries(of: parent, recursions, &seen)
    case .reader(_, let choices):
      return choices.flatMap { entries(of: $0.feature, recursions, &seen) }
    case .recurse(let name, let inner):
      return entries(of: inner, recursions.merging([name: inner]) { $1 }, &seen)
    case .nested(let name):
      guard let inner = recursions[name], seen.insert(name).inserted else { return [] }
      return entries(of: inner, recursions, &seen)
    case .around(let base, _):
      return entries(of: base, recursions, &seen)
    }
  }
}
