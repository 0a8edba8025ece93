#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// The members of an enum of features: its state, its actions, its reducer, and its stores.
  struct CaseReducerMembers {
    let declaration: EnumDeclSyntax
    let node: AttributeSyntax
    let access: String
    let context: any MacroExpansionContext

    var all: [DeclSyntax] {
      check()
      var members: [DeclSyntax] = []
      if declaration.memberType("State") == nil { members.append(state) }
      if declaration.memberType("Action") == nil { members.append(action) }
      if declaration.bodyProperty == nil {
        members.append("\(raw: access)typealias Body = \(raw: Self.bodyType)")
        members.append(body)
      }
      members += [caseScope, scope]
      if !declaration.hasPlainInit { members.append(noValue) }
      return members
    }

    /// Makes `Kumiki._feature(Inner())` valid for an enum, because the expansion of a case cannot see whether
    /// `Inner` is an enum.
    private var noValue: DeclSyntax {
      "\(raw: access)init?() { return nil }"
    }

    private static let bodyType = "Kumiki.AnyReducer<Self.State, Self.Action>"

    private func lines(_ line: (ReducerCase) -> [String]) -> String {
      declaration.memberBlock.members.forEachCase { line(ReducerCase($0, in: declaration)) }.lines
    }

    private var state: DeclSyntax {
      let conformances = [
        "Kumiki.CaseReducerState", "Kumiki.CasePathable", "Kumiki.CasePathIterable",
        "Kumiki.ObservableState",
      ]
      return casePathable(
        """
        @dynamicMemberLookup
        \(raw: access)enum State: \(raw: (conformances + synthesized("state")).joined(separator: ", ")) {
          \(raw: access)typealias StateReducer = \(raw: declaration.name.text)
          \(raw: access)static var _stateReducer: StateReducer.Type { StateReducer.self }
          \(raw: lines { [$0.state] })
        }
        """)
    }

    private var action: DeclSyntax {
      let conformances = synthesized("action").map { "\($0), " }.joined()
      return casePathable(
        """
        \(raw: access)enum Action: \(raw: conformances)Kumiki.CasePathable, Kumiki.CasePathIterable {
          \(raw: lines { [$0.action] })
        }
        """)
    }

    /// An enum with its case paths written out. Swift 6.3 crashes if attributes in a macro's expansion add a
    /// fifth extension to a file while it checks the others.
    private func casePathable(_ enumeration: DeclSyntax) -> DeclSyntax {
      guard var enumeration = enumeration.as(EnumDeclSyntax.self) else { return enumeration }
      let members = CasePathableMacro.members(of: enumeration, access)
      enumeration.memberBlock.members += members.map {
        MemberBlockItemSyntax(leadingTrivia: .newline, decl: $0)
      }
      return DeclSyntax(enumeration)
    }

    /// The return type does not mention the features, so that they may contain this enum.
    private var body: DeclSyntax {
      let scopes = lines(\.scope)
      if scopes.isEmpty {
        return """
          \(raw: access)static var body: \(raw: Self.bodyType) {
            Kumiki.AnyReducer(Kumiki.EmptyReducer<Self.State, Self.Action>())
          }
          """
      }
      return """
        \(raw: access)static var body: \(raw: Self.bodyType) {
          Kumiki.AnyReducer(
            Kumiki.CombineReducers {
              \(raw: scopes)
            })
        }
        """
    }

    private var caseScope: DeclSyntax {
      """
      \(raw: access)enum CaseScope {
        \(raw: lines { [$0.store] })
      }
      """
    }

    private var scope: DeclSyntax {
      """
      @preconcurrency @MainActor
      \(raw: access)static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
        switch store.state {
        \(raw: lines { [$0.branch] })
        }
      }
      """
    }

    /// The conformances requested by the attribute: `@Reducer(state: .equatable)`.
    private func synthesized(_ part: String) -> [String] {
      guard let arguments = node.arguments?.as(LabeledExprListSyntax.self) else { return [] }
      var current: String?
      var names: [String] = []
      for argument in arguments {
        if let label = argument.label?.text { current = label }
        guard current == part, let member = argument.expression.as(MemberAccessExprSyntax.self)
        else { continue }
        let name = member.declName.baseName.text
        names.append(name.prefix(1).uppercased() + name.dropFirst())
      }
      return names
    }

    /// Requires a mark on a case with several values, because such a case cannot hold a feature.
    private func check() {
      for item in declaration.memberBlock.members {
        guard let declaration = item.decl.as(EnumCaseDeclSyntax.self),
          !declaration.attributes.has("ReducerCaseIgnored")
        else { continue }
        for element in declaration.elements {
          guard let parameter = element.parameterClause?.parameters.first,
            element.parameterClause?.parameters.count == 1,
            ReducerCase.featureName(parameter.type) == nil
          else { continue }
          context.complain(
            "reducer-case-type",
            "'\(element.name.text)' holds no feature, alert or dialog: "
              + "mark a case of another value as '@ReducerCaseIgnored'", at: parameter.type,
            fixIt: ignoring(declaration))
        }
      }
    }

    private func ignoring(_ declaration: EnumCaseDeclSyntax) -> FixIt {
      var bare = declaration
      bare.leadingTrivia = []
      return .replacing(
        declaration, by: DeclSyntax("@ReducerCaseIgnored \(bare.trimmed)"), "ignore-case",
        "Insert '@ReducerCaseIgnored'")
    }
  }
#endif
