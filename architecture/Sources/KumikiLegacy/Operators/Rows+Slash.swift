extension Reducer {
  /// Embeds a feature that runs for each row of a collection, for the actions of a case with an id and an
  /// action: `/Action.row(id:action:)`.
  @_disfavoredOverload
  public func forEach<
    ID: Hashable, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ rows: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action path: CasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ForEachReducer<
    Self, PropertyOptic<State, IdentifiedArray<ID, ElementState>>,
    IdentifiedActionOptic<Action, ID, ElementAction>, Element
  > {
    ForEachReducer(
      self, PropertyOptic(rows), IdentifiedActionOptic(path.identified()), element(),
      label: OperatorLabel("forEach", at: Site(fileID, line)))
  }

  /// Embeds a feature that runs for each element of a navigation path.
  @_disfavoredOverload
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ elements: WritableKeyPath<State, StackState<ElementState>>,
    action path: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<
    Self, PropertyOptic<State, StackState<ElementState>>,
    StackActionOptic<Action, ElementState, ElementAction>, Element
  > {
    StackReducer(
      self, PropertyOptic(elements), StackActionOptic(path), element(),
      label: OperatorLabel("forEach", at: Site(fileID, line)))
  }

  /// Embeds the elements of a navigation path that a view writes as a whole.
  @_disfavoredOverload
  public func navigationDestination<
    ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, StackState<ElementState>>,
    action path: CasePath<Action, NavigationAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<
    Self, PropertyOptic<State, StackState<ElementState>>,
    NavigationActionOptic<Action, ElementState, ElementAction>, Element
  > {
    StackReducer(
      self, PropertyOptic(elements), NavigationActionOptic(path), element(),
      label: OperatorLabel("navigationDestination", at: Site(fileID, line)))
  }
}

extension CasePath {
  /// A case with an id and an action, in the form of the engine's row operators.
  func identified<ID, ElementAction>() -> CasePath<Root, IdentifiedAction<ID, ElementAction>>
  where Value == (ID, ElementAction) {
    CasePath<Root, IdentifiedAction<ID, ElementAction>>(
      embed: { element in
        switch element {
        case .element(let id, let action): embed((id, action))
        }
      },
      extract: { root in
        extract(from: root).map { .element(id: $0.0, action: $0.1) }
      })
  }
}
