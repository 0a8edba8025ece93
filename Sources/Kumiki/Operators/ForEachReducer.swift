/// Runs a feature for each row of a collection: the row first, then the parent.
///
/// When a row is removed, by any reducer, its effects are cancelled; those of other rows go on, wherever
/// they move. An action for a row that is not there is the issue `missing-element`; the parent runs.
public final class ForEachReducer<
  Parent: Reducer, Rows: StateOptic, Act: ElementActionOptic, Element: Reducer
>: ReducerOperator
where
  Rows.Root == Parent.State, Rows.Value: RowCollection, Act.Root == Parent.Action,
  Rows.Value.ID == Act.ID, Rows.Value.Element == Element.State, Act.ElementAction == Element.Action
{
  public typealias State = Parent.State
  public typealias Action = Parent.Action
  public typealias Body = Never

  @usableFromInline let parent: Parent
  @usableFromInline let rows: Rows
  @usableFromInline let act: Act
  @usableFromInline let element: Element
  @usableFromInline let label: OperatorLabel
  @usableFromInline let knownID = LazyOpticID()

  @inlinable
  public init(
    _ parent: Parent, _ rows: Rows, _ act: Act, _ element: Element, label: OperatorLabel
  ) {
    self.parent = parent
    self.rows = rows
    self.act = act
    self.element = element
    self.label = label
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    // Ends the effects of rows that were removed outside of this operator.
    if context.hasRunning { effect = endVanished(&state, context) }
    var own: Act.ID?
    if let (id, elementAction) = act.extract(from: action) {
      let rowEffect = runRow(&state, id, elementAction, context)
      if !rowEffect.isNone { own = id }
      effect = effect.merge(with: rowEffect)
    }
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    if context.hasRunning {
      effect = effect.merge(with: endVanished(&state, context))
    }
    // The row returned an effect in the step in which it was removed.
    if let own, rows.modify(&state, { $0.contains(id: own) }) != true {
      effect = effect.merge(with: .end(key(own)))
    }
    return effect
  }

  @inlinable
  func runRow(
    _ state: inout State, _ id: Act.ID, _ action: Element.Action,
    _ context: StepContext
  ) -> Effect<Action> {
    // Beside the closures, as in Scope: an optional effect is not clean under valgrind.
    var effect = Effect<Element.Action>.none
    let reached: Void?? = rows.modify(&state) { rows in
      rows.modifyRow(id: id) { row in
        effect = context.descend({ key(id) }) {
          element._step(into: &row, action: action, in: context)
        }
      }
    }
    guard reached != nil, reached! != nil else {
      reportMissing(id, state)
      return .none
    }
    if effect.isNone { return .none }
    let act = act
    let id = act.kept(id)
    return effect.scoped(key(id), .feature, embed: { act.embed($0, id: id) })
  }

  @usableFromInline
  func endVanished(_ state: inout State, _ context: StepContext) -> Effect<Action> {
    rows.modify(&state) { rows in
      context.endVanished(at: opticID, structure: rows.structure) { occupant in
        occupant.id(as: Act.ID.self).map { rows.contains(id: $0) } ?? false
      }
    } ?? context.endStale(at: opticID, except: .sole)
  }

  @inlinable
  var opticID: OpticID { knownID(rows.opticID) }

  @inlinable @inline(never)
  func key(_ id: Act.ID) -> ScopeKey { ScopeKey(optic: opticID, child: ChildID(act.kept(id))) }

  @usableFromInline
  func reportMissing(_ id: Act.ID, _ state: State) {
    ReduceContext.report(
      .missingElement,
      "an action arrived for the row \(id) of \(rows.name), which is not there; the parent was run. "
        + "Likely: the row was removed while its effect ran, or earlier in this action.",
      label: label.text, statePath: rows.path(in: state))
  }
}

extension Reducer {
  /// Embeds a feature that runs for each row of a collection.
  ///
  ///     Reduce { state, action in … }
  ///       .forEach(\.todos, action: \.todos) { Todo() }
  @inlinable
  public func forEach<
    ID: Hashable, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ rows: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action casePath: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ForEachReducer<
    Self, PropertyOptic<State, IdentifiedArray<ID, ElementState>>,
    IdentifiedActionOptic<Action, ID, ElementAction>, Element
  > where Action: CasePathable {
    ForEachReducer(
      self, PropertyOptic(rows), IdentifiedActionOptic(Action.allCasePaths[keyPath: casePath]),
      element(), label: OperatorLabel("forEach", at: Site(fileID, line)))
  }
}
