internal import KumikiValues

// The places of issues in a feature that is written in another language than the reducers around it.
extension JSONReducer {
  /// Returns this typed feature for a tree of JSON: its issues report their places and their actions' cases.
  ///
  /// - Parameter names: the case names of an action, without its payload; nil for JSON that is not its action.
  package func reportingPlaces(_ names: @escaping @Sendable (JSONNode) -> [String]?) -> JSONReducer
  {
    if let kind = shape.substateKind { _ = kind.names { TypedActionNames(names) } }
    return with(running: AnyReducer(PlaceReportingReducer(base: self, names: names)))
  }
}

private struct PlaceReportingReducer: ReducerOperator {
  typealias Body = Never

  let base: JSONReducer
  let names: @Sendable (JSONNode) -> [String]?

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    // Computed when an issue is reported, during the step.
    let (here, names) = (state, names)
    return ReduceContext.placing {
      let outer = $0.inDocument
      $0.part = { part in
        let casePath = JSONCasePathInState(action.node, names(action.node) ?? [], in: here.node)
        let place = here.path + casePath.path(of: part)
        return outer?(place) ?? place
      }
    } _: {
      base._step(into: &state, action: action, in: context)
    }
  }

  func _follow(
    _ state: inout JSONState, in context: StepContext
  ) -> Effect<JSONAction> {
    let here = state
    return ReduceContext.placing {
      let outer = $0.inDocument
      $0.part = { _ in outer?(here.path) ?? here.path }
    } _: {
      base._follow(&state, in: context)
    }
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}

/// Follows an action's case names through untyped JSON while each names a member. The resulting path is correct
/// but may be too short.
private struct JSONCasePathInState {
  private let root: JSONNode?
  private var keys: [String] = []
  /// The names of the cases after the last step that was followed.
  private var rest: ArraySlice<String>

  init(_ action: JSONNode, _ names: [String], in root: JSONNode?) {
    self.root = root
    rest = names[...]
    var (here, action) = (root, Optional(action))
    while let name = rest.first, let node = action, let (key, payload) = JSONCase.of(node),
      key.string.isExactly(name)
    {
      if name == ActionWord.presented.text, !keys.isEmpty {
        action = payload
      } else if let element = JSONActionForm.element(of: node) {
        guard let (index, row) = here.flatMap({ Self.row(element.id, in: $0) }) else { return }
        keys.append("\(index)")
        here = row
        if let inside = Self.entry(row) {
          keys.append(ActionWord.element.text)
          here = inside
        }
        action = element.action
      } else {
        guard let member = here?.member(name) else { return }
        keys.append(name)
        (here, action) = (member, payload)
      }
      rest = rest.dropFirst()
    }
  }

  private static func row(_ id: JSONNode, in rows: JSONNode) -> (Int, JSONNode)? {
    guard rows.isArray else { return nil }
    for (index, row) in rows.children.enumerated() {
      if let own = JSONCase.id.member(of: row), own.isEqual(to: id) { return (index, row) }
    }
    return nil
  }

  /// The state in an element of a navigation path.
  private static func entry(_ row: JSONNode) -> JSONNode? {
    row.memberCount == 2 ? row.member(ActionWord.element.text) : nil
  }

  func path(of part: IssuePart) -> String {
    switch part {
    case .unknown: ""
    case .property(let name):
      keys.lastIndex(where: name.isExactly).map { JSONPointer(keys: Array(keys[...$0])).text } ?? ""
    case .stateCase(let name):
      if rest.first?.isExactly(name) == true {
        whole
      } else {
        keys.lastIndex(where: name.isExactly).map { JSONPointer(keys: Array(keys[..<$0])).text }
          ?? ""
      }
    // In the feature that handles the action, the last case does not lead to a member.
    case .below(let path): rest.count > 1 ? "" : leads(to: whole + path) ? whole + path : whole
    }
  }

  private var whole: String { JSONPointer(keys: keys).text }

  private func leads(to path: String) -> Bool {
    guard let root, let pointer = try? JSONPointer(path) else { return false }
    return pointer.resolve(in: root) != nil
  }
}
