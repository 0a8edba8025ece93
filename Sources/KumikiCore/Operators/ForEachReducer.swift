/// Runs a feature for each row of a collection: the row first, then the parent.
///
/// When any reducer removes a row, the row's effects are cancelled. The effects of other rows continue, even if those
/// rows move. An action for a row that does not exist reports the issue `missing-element`; the parent still runs.
public final class ForEachReducer<
  Parent: Reducer, Rows: StateOptic, Act: ElementActionOptic, Element: Reducer
>: RowsOperator<Parent, Rows, Act, Element>, ReducerOperator
where
  Rows.Root == Parent.State, Rows.Value: RowCollection, Act.Root == Parent.Action,
  Rows.Value.ID == Act.ID, Rows.Value.Element == Element.State, Act.ElementAction == Element.Action
{
  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    // Ends the effects of rows that were removed outside this operator.
    var effect = endVanished(&state, context)
    var started: Act.ID?
    if let (id, elementAction) = act.extract(from: action) {
      let rowEffect = runElement(
        &state, id, elementAction, context, isPresented: context.isPresented, { rowKey(id) },
        { reportMissing(id, $0) })
      if !rowEffect.isNone {
        started = id
        effect = effect.merge(with: scoped(rowEffect, act.kept(id)))
      }
    }
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    return endVanished(&state, context, after: effect, started: started, { rowKey($0) })
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    let effect = followElements(
      &state, context, isPresented: context.isPresented, { rowKey($0) },
      { scoped($0, act.kept($1)) })
    return effect.merge(with: parent._follow(&state, in: context))
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let parent = Parent._mayFollow(&asked)
    return Element._mayFollow(&asked) || parent
  }

  @inlinable @inline(never)
  func scoped(_ effect: Effect<Element.Action>, _ id: Act.ID) -> Effect<Action> {
    let act = act
    return effect.scoped(rowKey(id), .feature, embed: { act.embed($0, id: id) })
  }

  @inlinable
  func rowKey(_ id: Act.ID) -> ScopeKey { key(ChildID(act.kept(id))) }

  @usableFromInline
  func reportMissing(_ id: Act.ID, _ state: State) {
    report(
      .missingElement,
      "an action arrived for the row \(id) of \(part.name), which is not there; the parent was run. "
        + "Likely: the row was removed while its effect ran, or earlier in this action.", state)
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
      self, PropertyOptic(rows), IdentifiedActionOptic(CasePath(casePath)),
      element(), label: OperatorLabel("forEach", at: Site(fileID, line)))
  }
}
