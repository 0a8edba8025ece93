#if Macros
  internal import SwiftSyntax

  /// One case of an enum, as declared.
  struct EnumCase {
    let declaration: EnumCaseDeclSyntax
    let element: EnumCaseElementSyntax

    var name: String { element.name.text }
    var parameters: [EnumCaseParameterSyntax] {
      element.parameterClause.map { Array($0.parameters) } ?? []
    }
    var isIndirect: Bool { declaration.modifiers.contains { $0.name.text == "indirect" } }

    /// The `@available` attributes. A path with the attributes of its case causes no warning.
    var availability: [String] {
      declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
        .filter { lastName(of: $0.attributeName) == "available" }.map(\.trimmedDescription)
    }

    /// Whether no code may name the case.
    var isUnavailable: Bool { availability.contains { $0.contains("unavailable") } }

    var isDeprecated: Bool { availability.contains { $0.contains("deprecated") } }

    /// The payload's type: `Void`, the single value's type, or a tuple with the labels.
    var payload: String {
      switch parameters.count {
      case 0: return "Void"
      case 1: return parameters[0].type.trimmedDescription
      default: return list
      }
    }

    /// The payload as declared, without defaults; empty for none.
    var list: String { arguments(parameters.map(\.type.trimmedDescription)) }

    /// Whether a payload is `Never`, so that the case cannot be made.
    var isImpossible: Bool {
      parameters.contains { ["Never", "Swift.Never"].contains($0.type.trimmedDescription) }
    }

    /// The names that a pattern binds the payload to.
    var bindings: [String] { parameters.indices.map { "v\($0)" } }

    /// `.name(let v0, let v1)`.
    var pattern: String {
      let list = bindings.map { "let \($0)" }.joined(separator: ", ")
      return parameters.isEmpty ? ".\(name)" : ".\(name)(\(list))"
    }

    /// The arguments of the case, with its labels.
    func arguments(_ values: [String]) -> String {
      let list = zip(parameters, values).map { parameter, value in
        (parameter.label.map { "\($0): " } ?? "") + value
      }
      return list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"
    }
  }

  extension EnumCaseParameterSyntax {
    /// The label, if there is one.
    var label: String? {
      guard let name = firstName?.text, name != "_" else { return nil }
      return name
    }
  }

  extension MemberBlockItemListSyntax {
    /// The lines for each case, inside the same `#if`s.
    func forEachCase(_ lines: (EnumCase) -> [String]) -> [String] {
      flatMap { item -> [String] in
        if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
          return declaration.elements.flatMap {
            lines(EnumCase(declaration: declaration, element: $0))
          }
        }
        guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
        return condition.wrap { clause in
          if case .decls(let members)? = clause.elements { members.forEachCase(lines) } else { [] }
        }
      }
    }
  }

  extension IfConfigDeclSyntax {
    /// The same conditions around other lines; empty if no clause has lines.
    fileprivate func wrap(_ lines: (IfConfigClauseSyntax) -> [String]) -> [String] {
      var all: [String] = []
      var isEmpty = true
      for clause in clauses {
        let inner = lines(clause)
        if !inner.isEmpty { isEmpty = false }
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        all.append(clause.poundKeyword.text + condition)
        all += inner
      }
      return isEmpty ? [] : all + ["#endif"]
    }
  }

  extension [String] {
    var lines: String { joined(separator: "\n") }
  }
#endif
