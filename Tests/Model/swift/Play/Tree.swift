package import Kumiki

/// Makes the reducer of a description from the engine's own operators.
package struct Tree {
  package typealias Part = any Reducer<Node, Act>

  let names: BranchNames
  let script: ScriptRunner
  /// The reducers for the names of the recursions around this one.
  private var recursions: [String: (feature: Feature, reducer: Part)] = [:]

  package init(_ names: BranchNames, _ script: ScriptRunner) {
    self.names = names
    self.script = script
  }

  package func reducer(_ feature: Feature) -> Part {
    switch feature {
    case .base(let number, let answers): base(number, answers)
    case .combine(let members): combined(members.map(reducer))
    case .scope(let child): scope(reducer(child.feature), child)
    case .scopeCase(let child): scopeCase(reducer(child.feature), child)
    case .ifLet(let parent, let child): ifLet(reducer(parent), reducer(child.feature), child)
    case .ifCaseLet(let parent, let child):
      ifCaseLet(reducer(parent), reducer(child.feature), child)
    case .slot(let parent, let child, let isLegacy):
      isLegacy
        ? destination(reducer(parent), reducer(child.feature), child)
        : slot(reducer(parent), reducer(child.feature), child)
    case .rows(let parent, let child, let idKey):
      rows(reducer(parent), reducer(child.feature), child, idKey)
    case .path(let parent, let child, let isLegacy):
      isLegacy
        ? navigation(reducer(parent), reducer(child.feature), child)
        : path(reducer(parent), reducer(child.feature), child)
    case .reader(let steps, let choices): reader(steps, choices)
    case .recurse(let name, let inner): recursion(name, inner)
    case .nested(let name): recursions[name]?.reducer ?? EmptyReducer<Node, Act>()
    case .around(let base, let around): around.put(around: reducer(base), script)
    }
  }

  private func branch(_ child: Feature.Child, _ role: Role? = nil) -> Branch {
    let shape = role.map {
      Shape(child.feature, $0, recursions: recursions.mapValues(\.feature))
    }
    return Branch(path: child.branch, names: names, shape: shape)
  }
}

// MARK: - Reducers without children

extension Tree {
  private func base(_ number: Value, _ answers: [(path: [String], script: Value)]) -> Part {
    Reduce<Node, Act> { [script] state, action in
      script.log(["ran", number, action.value, state.value])
      var scripts = action.value.payload(below: ["do"]).map { [$0] } ?? []
      scripts += answers.filter { action.value.payload(below: $0.path) != nil }.map(\.script)
      return .merge(scripts.map { script.perform($0, &state) })
    }
  }

  private func combined(_ members: [Part]) -> Part {
    guard var all = members.first else { return EmptyReducer<Node, Act>() }
    for member in members.dropFirst() { all = both(all, member) }
    return all
  }

  private func both(
    _ first: some Reducer<Node, Act>, _ second: some Reducer<Node, Act>
  ) -> Part {
    CombineReducers {
      Known(base: first)
      Known(base: second)
    }
  }

  private func reader(_ steps: [String], _ choices: [(value: Value, feature: Feature)]) -> Part {
    ReducerReader<Node, Act, AnyReducer<Node, Act>> { state, _ in
      chosen(from: choices, by: state.found(steps)?.value)
    }
  }

  /// Made again for each action, like a dynamic reducer's choices.
  private func chosen(
    from choices: [(value: Value, feature: Feature)], by value: Value?
  ) -> AnyReducer<Node, Act> {
    guard let choice = choices.first(where: { $0.value == value }) else {
      return AnyReducer(EmptyReducer())
    }
    return erased(reducer(choice.feature))
  }

  private func nested(
    _ name: String, _ feature: Feature, _ nested: NestedReducer<Node, Act>
  ) -> AnyReducer<Node, Act> {
    var inner = self
    inner.recursions[name] = (feature, nested)
    return erased(inner.reducer(feature))
  }

  private func recursion(_ name: String, _ feature: Feature) -> Part {
    Recurse<Node, Act> { nested(name, feature, $0) }
  }

  private func erased(_ reducer: some Reducer<Node, Act>) -> AnyReducer<Node, Act> {
    AnyReducer(reducer)
  }
}

// MARK: - Reducers with children

extension Tree {
  private func scope(_ inner: some Reducer<Node, Act>, _ child: Feature.Child) -> Part {
    // The engine recognizes by its path that a part is the whole.
    let part: WritableKeyPath<Node, Node> = \.[part: child.steps]
    let statePath: WritableKeyPath<Node, Node> = child.steps.isEmpty ? \Node.self : part
    return Scope(state: statePath, action: \.[part: branch(child)]) { Known(base: inner) }
  }

  private func scopeCase(_ inner: some Reducer<Node, Act>, _ child: Feature.Child) -> Part {
    let statePath: CaseKeyPath<Node, Node> = \.[part: child.steps[0]]
    return Scope(state: statePath, action: \.[part: branch(child)]) { Known(base: inner) }
  }

  private func ifLet(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    parent.ifLet(\.[child: child.steps], action: \.[part: branch(child)]) { inside(inner) }
  }

  private func ifCaseLet(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    parent.ifCaseLet(\.[child: child.steps[0]], action: \.[part: branch(child)]) {
      inside(inner)
    }
  }

  private func slot(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    parent.ifLet(\.[slot: child.steps], action: \.[slot: branch(child)]) { inside(inner) }
  }

  private func destination(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    let branch = branch(child, .slot(Form(child.options, child.feature)))
    return parent.presentationDestination(
      \.[slot: child.steps], action: \.[destination: branch]
    ) { inside(inner) }
  }

  private func rows(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child,
    _ idKey: String
  ) -> Part {
    parent.forEach(\.[rows: child.steps, idKey], action: \.[rows: branch(child)]) {
      Known(base: inner)
    }
  }

  private func path(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    parent.forEach(\.[path: child.steps], action: \.[path: branch(child, .path)]) {
      Known(base: inner)
    }
  }

  private func navigation(
    _ parent: some Reducer<Node, Act>, _ inner: some Reducer<Node, Act>, _ child: Feature.Child
  ) -> Part {
    parent.navigationDestination(
      \.[path: child.steps], action: \.[navigation: branch(child, .path)]
    ) { Known(base: inner) }
  }

  /// A feature on the state in a slot, an optional or a case.
  private func inside<Child: Reducer<Node, Act>>(
    _ child: Child
  ) -> Scope<PropertyOptic<Occupant, Node>, CasePath<Act, Act>, Child> {
    Scope(
      PropertyOptic(\.node), CasePath(embed: { $0 }, extract: { $0 }), child,
      label: OperatorLabel { "inside" })
  }
}

/// A reducer without a body, in a builder. The builder knows less about an opened existential, and erases it; then
/// its type does not tell whether state-driven effects are possible.
private struct Known<Base: Reducer>: ReducerOperator {
  typealias State = Base.State
  typealias Action = Base.Action

  let base: Base

  func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    base._step(into: &state, action: action, in: context)
  }

  func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    base._follow(&state, in: context)
  }

  static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }
}
