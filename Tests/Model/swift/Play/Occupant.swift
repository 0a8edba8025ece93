import Kumiki

/// The content of a slot, an optional or a case: a state for a child feature, with the identity that
/// the engine should use.
///
/// To the engine it is an enum with arbitrary cases: its mirror names the present case.
indirect enum Occupant: Equatable, Sendable {
  case lasting(Lasting)
  case alert(Alert)
}

/// A value with its own identity, which a change in place may change.
struct Lasting: Equatable, Sendable, Identifiable {
  fileprivate(set) var node: Node
  let form: Form

  struct ID: Hashable, Sendable {
    var name: String?
    var value: Value?
  }

  var id: ID { ID(name: form.caseName(of: node), value: form.idValue(of: node)) }
}

/// An alert or a dialog: its own action dismisses it.
struct Alert: Equatable, Sendable, Identifiable, EphemeralState {
  fileprivate(set) var node: Node
  let form: Form
  let id: EphemeralID

  static func == (left: Alert, right: Alert) -> Bool { left.node == right.node }
}

extension Occupant {
  init(_ value: Value, _ shape: Shape, _ form: Form) { self.init(Node(value, shape), form) }

  init(_ node: Node, _ form: Form) {
    self =
      form.isEphemeral(node)
      ? .alert(Alert(node: node, form: form, id: AlertState<Never>(title: "").id))
      : .lasting(Lasting(node: node, form: form))
  }

  var form: Form {
    switch self {
    case .lasting(let lasting): lasting.form
    case .alert(let alert): alert.form
    }
  }

  /// The state. An alert that is written in place stays the same alert, unless it is no longer an
  /// alert.
  var node: Node {
    get {
      switch self {
      case .lasting(let lasting): lasting.node
      case .alert(let alert): alert.node
      }
    }
    set {
      if case .alert(var alert) = self, form.isEphemeral(newValue),
        form.caseName(of: newValue) == form.caseName(of: node)
      {
        alert.node = newValue
        self = .alert(alert)
      } else {
        self = Occupant(newValue, form)
      }
    }
  }
}

extension Occupant: CustomReflectable {
  var customMirror: Mirror {
    let name = form.caseName(of: node) ?? "value"
    return switch self {
    case .lasting(let lasting): Mirror(self, children: [name: lasting], displayStyle: .enum)
    case .alert(let alert): Mirror(self, children: [name: alert], displayStyle: .enum)
    }
  }
}

extension Form {
  /// The present case of an enum.
  func caseName(of node: Node) -> String? { isEnum ? node.asCase?.name : nil }

  func isEphemeral(_ node: Node) -> Bool {
    isEphemeral || caseName(of: node).map(ephemeralCases.contains) ?? false
  }

  func idValue(of node: Node) -> Value? {
    guard let idKey else { return nil }
    if isEnum, let (_, payload) = node.asCase { return payload?.found([idKey])?.value }
    return node.found([idKey])?.value
  }

  /// The identity of a value; nil for an alert, which is always another one.
  func identity(of value: Value) -> Lasting.ID? {
    let found = isEnum ? value.asCase : nil
    guard !isEphemeral, !ephemeralCases.contains(where: { $0 == found?.name }) else { return nil }
    return Lasting.ID(name: found?.name, value: idKey.flatMap { (found?.payload ?? value)[$0] })
  }
}
