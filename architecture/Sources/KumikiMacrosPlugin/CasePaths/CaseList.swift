#if Macros
  internal import SwiftSyntax

  /// Generates the list of an enum's paths: the path of a value's case, and all paths in order.
  struct CaseList {
    private let declaration: EnumDeclSyntax
    private let access: String

    init(_ declaration: EnumDeclSyntax, _ access: String) {
      self.declaration = declaration
      self.access = access
    }

    var members: [String] {
      let root = declaration.name.text
      let key = "Kumiki.PartialCaseKeyPath<\(root)>"
      // Not a switch: the compiler would warn that the branch of a payload without values is never
      // executed.
      let branches = lines {
        $0.isImpossible
          ? "" : "if self.\($0.name).extract(from: root) != nil { return \\.\($0.name) }"
      }
      // A function that cannot be called returns nothing.
      let rest = cases.isEmpty ? [] : ["return \\.self"]
      return [
        // Not left to type inference, which would examine every member.
        """
        \(access)typealias Root = \(root)
        \(access)typealias Element = \(key)
        \(access)typealias Iterator = Swift.IndexingIterator<[\(key)]>
        """,
        """
        \(available)\(access)subscript(root: \(root)) -> \(key) {
          \((branches.filter { !$0.isEmpty } + rest).lines)
        }
        """,
        """
        \(available)\(access)func makeIterator() -> Swift.IndexingIterator<[\(key)]> {
          \(iteration(key))
        }
        """,
      ]
    }

    /// An array literal cannot contain an `#if`.
    private func iteration(_ key: String) -> String {
      guard isConditional else {
        let paths = cases.filter { !$0.isUnavailable }.map { "\\.\($0.name)" }
        return "[\(paths.joined(separator: ", "))].makeIterator()"
      }
      return """
        var paths: [\(key)] = []
        \(lines { "paths.append(\\.\($0.name))" }.lines)
        return paths.makeIterator()
        """
    }

    /// A line for each case that code may name.
    private func lines(_ line: (EnumCase) -> String) -> [String] {
      declaration.memberBlock.members.forEachCase { $0.isUnavailable ? [] : [line($0)] }
    }

    private var isConditional: Bool {
      declaration.memberBlock.members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
    }

    private var cases: [EnumCase] {
      var cases: [EnumCase] = []
      _ = declaration.memberBlock.members.forEachCase {
        cases.append($0)
        return []
      }
      return cases
    }

    /// Code that names deprecated cases is deprecated itself, so that it causes no warnings.
    private var available: String {
      guard cases.contains(where: { $0.isDeprecated && !$0.isUnavailable }) else { return "" }
      return "@available(*, deprecated, message: \"some of the cases are deprecated\")\n"
    }
  }
#endif
