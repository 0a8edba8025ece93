internal import Synchronization

extension CasePath {
  /// Creates the path of the case that a constructor returns: `Action.child` of `case child(Child.Action)`.
  ///
  /// The case is found in the type's metadata by its payload type, without creating a value. If several cases have that
  /// payload type, the first extracted payload is passed to the constructor: the case of the result is the one that is
  /// meant.
  ///
  /// - Precondition: a case of the enum has a payload of that type.
  package init(constructor: @escaping (Value) -> Root) {
    let payload = EnumPayload<Root, Value>()
    guard let first = payload.cases.first else {
      preconditionFailure(
        "no case of \(Root.self) has a payload of the type \(Value.self): / stands before the "
          + "constructor of a case, in a module that is built with reflection metadata")
    }
    guard payload.cases.count > 1 else {
      self.init(
        constructor,
        { EnumTag.of($0) == first.tag ? payload.extract(first, from: $0) : nil },
        .literal(first.name))
      return
    }
    let meant = MeantCase()
    self.init(
      constructor,
      { root in
        let tag = EnumTag.of(root)
        guard let own = payload.cases.first(where: { $0.tag == tag }) else { return nil }
        if let known = meant.tag, known != tag { return nil }
        let value = payload.extract(own, from: root)
        return meant.isMeant(tag) { EnumTag.of(constructor(value)) } ? value : nil
      }, .oneOf(payload.cases.map(\.name)))
  }

  /// Creates the path of a case without a payload.
  package init(caseOf root: Root) where Value == Void {
    let tag = EnumTag.isEnum(Root.self) ? EnumTag.of(root) : 0
    self.init(
      { root }, { EnumTag.isEnum(Root.self) && EnumTag.of($0) == tag ? () : nil },
      .literal(KumikiCore.caseName(of: root) ?? "\(root)"))
  }
}

/// Records which of several cases is meant, once a value has decided it. Stores on several threads may share it.
private final class MeantCase: Sendable {
  /// The number of the case; -1 before the first value.
  private let found = Atomic<Int64>(-1)

  var tag: UInt32? {
    let tag = found.load(ordering: .relaxed)
    return tag < 0 ? nil : UInt32(tag)
  }

  func isMeant(_ tag: UInt32, ask: () -> UInt32) -> Bool {
    if let known = self.tag { return known == tag }
    let meant = ask()
    found.store(Int64(meant), ordering: .relaxed)
    return meant == tag
  }
}
