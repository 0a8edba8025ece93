// The declaration of a value one step inside another.

// For writes, which follow a pointer through values.
extension JSONForm {
  /// The declaration of a place one step inside.
  enum Inside<Reason> {
    case form(JSONForm)
    /// No declaration: any value is allowed.
    case anything
    /// The place cannot exist.
    case nothing(Reason)
  }

  /// Returns the declaration of a member or an element.
  ///
  /// - Parameter container: the value that the step enters. It must match this declaration.
  @inline(never)
  func below(_ step: JSONPointer.Segment, in container: JSONNode) -> Inside<JSONError> {
    switch kind {
    case .array(let inner): return container.isArray ? .form(JSONForm(table, inner)) : .anything
    case .map(let inner): return .form(JSONForm(table, inner))
    case .object(let parts, let isOpen):
      if let part = parts.first(named: step.raw) { return .form(JSONForm(table, part.form)) }
      return isOpen ? .anything : .nothing(JSONFormTable.unknown(step.text, parts))
    case .cases(let parts):
      guard step.isCase(of: container), let part = parts.first(named: step.raw) else {
        let up = JSONError.foundInsteadOfCase(container)
        return .nothing(
          .expected("the case that is up, \(up)", found: step.text.shortened))
      }
      return .form(JSONForm(table, part.form))
    case .nothing: return .nothing(.expected(JSONFormTable.noPayload, found: step.text.shortened))
    default: return .anything
    }
  }

  /// Returns why a member cannot be removed; nil if it can.
  @inline(never)
  func mismatch(without step: JSONPointer.Segment, in container: JSONNode) -> JSONError? {
    switch kind {
    case .cases: return JSON(members: []).withNode { mismatch($0) }
    case .object(let parts, _):
      guard let part = parts.first(named: step.raw) else { return nil }
      return table.mismatch(part.form, nil)?.below(part.name.pointer)
    default: return nil
    }
  }
}

// For reducer trees: the places that a value of a declared kind can have.
extension JSONForm {
  /// For a message: the reason why a place cannot exist, and the names that exist.
  typealias Place = Inside<(why: String, known: [String])>

  /// Returns the declaration of the member or the case with a name, or of the element at an index.
  @inline(never)
  func place(_ key: String, isCase: Bool) -> Place {
    let name = JSONCase(key)
    switch kind {
    case .any, .shape: return .anything
    case .map(let inner): return .form(JSONForm(table, inner))
    case .array(let inner) where UInt32(key).map { "\($0)" == key } == true:
      return .form(JSONForm(table, inner))
    case .text where isCase: return .anything
    case .object(let parts, _), .labels(let parts), .cases(let parts):
      if let part = parts.first(where: { $0.name == name }) {
        return .form(JSONForm(table, part.form))
      }
      var what = isCase ? "case" : "member"
      switch kind {
      case .object(_, isOpen: true), .labels: return .anything
      case .cases: what = "case"
      default: break
      }
      return .nothing((why: "no \(what) \(key.shortened)", known: parts.map(\.name.name)))
    default: return .nothing((why: "\(kind.inWords) and nothing inside", known: []))
    }
  }

  /// The declaration of the elements of rows or of a navigation path.
  var elements: Place {
    switch kind {
    case .any, .shape: .anything
    case .array(let inner): .form(JSONForm(table, inner))
    default: .nothing((why: "\(kind.inWords) and no rows", known: []))
    }
  }
}

extension JSONFormTable.Kind {
  /// A phrase for messages: "an integer".
  var inWords: String {
    switch self {
    case .integer, .unsigned: "an integer"
    case .number: "a number"
    case .text: "text"
    case .boolean: "true or false"
    case .array: "an array"
    case .cases: "cases"
    case .nothing: "no payload"
    default: "an object"
    }
  }
}
