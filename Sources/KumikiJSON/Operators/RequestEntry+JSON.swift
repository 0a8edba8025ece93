package import KumikiValues

extension RequestEntry {
  /// The request as an element of a list; see `kmk_store_requests`.
  package func listed(at place: String) -> JSON {
    let members: [(String, JSON)] = [
      ("phase", JSON(stringLiteral: phase.rawValue)), ("attempt", .number(UInt64(attempts))),
      ("age", .number(age)),
    ]
    let named = knownID.map { [("id", JSON(stringLiteral: $0.description))] } ?? []
    return JSON(members: named + question.members(at: place) + members)
  }
}

extension AskedRequest {
  /// The request as an element of a step's `asked`; see include/kumiki/trace.h.
  ///
  /// - Parameter core: the core of the store that asks.
  func traced(by core: StoreCore) -> JSON {
    JSON(members: question.members(at: core.issues.locate?(scope) ?? ""))
  }
}

extension RequestQuestion {
  /// The name, the place and, unless it is a secret, the question.
  fileprivate func members(at place: String) -> [(String, JSON)] {
    var members = [("name", JSON(stringLiteral: name)), ("at", JSON(stringLiteral: place))]
    if !isSecret, let json { members.append(("question", json)) }
    return members
  }
}

extension EffectEntry {
  /// The effect as an element of a list; see `kmk_store_effects`.
  package func listed(by core: StoreCore) -> JSON {
    let names = ids.compactMap { id in
      (id.base as? ExactText).map { JSON(stringLiteral: $0.text) }
    }
    var members: [(String, JSON)] = [
      ("at", JSON(stringLiteral: core.place(of: scope))), ("kind", JSON(stringLiteral: kind)),
      ("ids", JSON(elements: names)),
      ("age", .number(core.age(of: self))),
    ]
    if let id = (self as? RequestEntry)?.knownID {
      members.append(("request", JSON(stringLiteral: id.description)))
    }
    return JSON(members: members)
  }
}
