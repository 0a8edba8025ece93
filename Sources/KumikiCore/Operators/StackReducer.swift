/// Runs a feature for each element of a navigation path: the element first, then the parent.
///
/// Both dialects use this operator; they differ in the optic that reads the actions. When an element leaves the path,
/// for any reason, its effects and the effects of everything presented inside it are cancelled.
public final class StackReducer<
  Parent: Reducer, Stack: StateOptic, Act: PathActionOptic, Element: Reducer
>: RowsOperator<Parent, Stack, Act, Element>, ReducerOperator
where
  Stack.Root == Parent.State, Stack.Value: PathCollection, Act.Root == Parent.Action,
  Stack.Value.Element == Element.State, Act.ElementAction == Element.Action,
  Stack.Value.Source == Act.Source, Stack.Value.Path == Act.Path
{
  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    // Ends the effects of elements that were removed outside this operator.
    var effect = endVanished(&state, context)
    var started: StackElementID?
    var popping: (id: StackElementID, wasThere: Bool)?
    switch act.extract(from: action) {
    case .none: break
    case .element(let id, let elementAction):
      let elementEffect = runElement(
        &state, id, elementAction, context, isPresented: true, { key(ChildID(id)) },
        { reportMissing(id, $0) })
      if !elementEffect.isNone {
        started = id
        effect = effect.merge(with: scoped(elementEffect, id))
      }
    case .push(let id, let source): push(&state, id, source)
    case .popFrom(let id):
      if context.isDismissalOfReplaced(at: opticID) { return effect }
      popping = (id, contains(&state, id))
    case .dismiss(let id):
      if context.isDismissalOfReplaced(at: opticID) { return effect }
      pop(&state, id, wasThere: contains(&state, id))
    case .setPath(let path):
      if part.modify(&state, { $0.replace(with: path) }) == false { reportDuplicates(state) }
    }
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    if let (id, wasThere) = popping { pop(&state, id, wasThere: wasThere) }
    return endVanished(&state, context, after: effect, started: started, { key(ChildID($0)) })
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    let effect = followElements(
      &state, context, isPresented: true, { key(ChildID($0)) }, { scoped($0, $1) })
    return effect.merge(with: parent._follow(&state, in: context))
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let parent = Parent._mayFollow(&asked)
    return Element._mayFollow(&asked) || parent
  }

  @inlinable @inline(never)
  func scoped(_ effect: Effect<Element.Action>, _ id: StackElementID) -> Effect<Action> {
    let act = act
    return effect.scoped(
      key(ChildID(id)), .presentation, embed: { act.embed($0, id: id) },
      dismiss: { act.embedPop(id) })
  }

  @usableFromInline
  func push(_ state: inout State, _ id: StackElementID, _ source: Act.Source) {
    guard !contains(&state, id) else {
      return report(
        .pushDuplicate,
        "push brought the id \(id), which is already on \(part.name); nothing was pushed", state)
    }
    if part.modify(&state, { $0.push(source, as: id) }) == false { return }
    if ReduceContext.current?.pointee.identifiers.notePush(id) == false {
      report(
        .pushGeneration,
        "push brought the id \(id), which is beyond the next one of this store; "
          + "take ids from the path in the order in which they are pushed", state)
    }
  }

  @usableFromInline
  func pop(_ state: inout State, _ id: StackElementID, wasThere: Bool) {
    guard wasThere else {
      return report(
        .popMissing, "a pop from the element \(id) arrived, which is not on \(part.name)", state)
    }
    part.modify(&state) { $0.pop(from: id) }
  }

  @usableFromInline
  func reportMissing(_ id: StackElementID, _ state: State) {
    report(
      .missingStackElement,
      "an action arrived for the element \(id) of \(part.name), which is not on the path; the "
        + "parent was run. Likely: it was popped while its effect ran, or earlier in this action.",
      state)
  }

  @usableFromInline
  func reportDuplicates(_ state: State) {
    report(
      .duplicateElementID,
      "a path with an id in it twice arrived for \(part.name); it stays as it was", state)
  }
}

extension Reducer {
  /// Embeds a feature that runs for each element of a navigation path.
  ///
  ///     Reduce { state, action in … }
  ///       .forEach(\.path, action: \.path) { Path() }
  ///
  /// `push` adds an element on top before this reducer runs; `popFrom` removes an element and everything above it after
  /// this reducer has run. An effect of an element can pop the element with `dismiss()`.
  @inlinable
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ path: WritableKeyPath<State, StackState<ElementState>>,
    action casePath: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<
    Self, PropertyOptic<State, StackState<ElementState>>,
    StackActionOptic<Action, ElementState, ElementAction>, Element
  > where Action: CasePathable {
    StackReducer(
      self, PropertyOptic(path), StackActionOptic(CasePath(casePath)),
      element(), label: OperatorLabel("forEach", at: Site(fileID, line)))
  }

  /// Embeds a feature for each element of a navigation path in the legacy dialect: a view writes the whole path.
  @inlinable
  public func navigationDestination<
    ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ path: WritableKeyPath<State, StackState<ElementState>>,
    action casePath: CaseKeyPath<Action, NavigationAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<
    Self, PropertyOptic<State, StackState<ElementState>>,
    NavigationActionOptic<Action, ElementState, ElementAction>, Element
  > where Action: CasePathable {
    StackReducer(
      self, PropertyOptic(path), NavigationActionOptic(CasePath(casePath)),
      element(), label: OperatorLabel("navigationDestination", at: Site(fileID, line)))
  }
}
