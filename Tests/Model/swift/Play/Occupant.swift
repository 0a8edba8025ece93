import Kumiki

/// What is presented in a slot, or stands in an optional or a case: a state that a child feature runs
/// on, and what the engine is to take for its identity.
///
/// To the engine it is an enum of whatever cases: it says by its mirror which one it is in.
indirect enum Occupant: Equatable, Sendable {
  case lasting(Lasting)
  case alert(Alert)
}

/// A value with an identity of its own, which a change in place may change.
struct Lasting: Equatable, Sendable, Identifiable {
  fileprivate(set) var node: Node
  let form: Form

  struct ID: Hashable, Sendable {
    var name: String?
    var value: Value?
  }

  var id: ID { ID(name: form.caseName(of: node), value: form.idValue(of: node)) }
}

/// An alert or a dialog: it goes with an action of its own.
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

  /// The state. Written in place an alert stays the one that it is, unless it is none any more.
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
  /// The case that an enum is in.
  func caseName(of node: Node) -> String? { isEnum ? node.asCase?.name : nil }

  func isEphemeral(_ node: Node) -> Bool {
    isEphemeral || caseName(of: node).map(ephemeralCases.contains) ?? false
  }

  func idValue(of node: Node) -> Value? {
    guard let idKey else { return nil }
    if isEnum, let (_, payload) = node.asCase { return payload?.found([idKey])?.value }
    return node.found([idKey])?.value
  }

  /// What a value would be known by; nil for an alert, which is always another one.
  func identity(of value: Value) -> Lasting.ID? {
    let found = isEnum ? value.asCase : nil
    guard !isEphemeral, !ephemeralCases.contains(where: { $0 == found?.name }) else { return nil }
    return Lasting.ID(name: found?.name, value: idKey.flatMap { (found?.payload ?? value)[$0] })
  }
}
