/// Runs a feature for each element of a path: the element first, then the parent.
///
/// Both dialects are this one operator; they differ in the optic that reads the actions. When an element
/// leaves the path, by whatever way, its effects and those of everything presented inside it are
/// cancelled.
public final class StackReducer<
  Parent: Reducer, Stack: StateOptic, Act: PathActionOptic, Element: Reducer
>: ReducerOperator
where
  Stack.Root == Parent.State, Stack.Value: PathCollection, Act.Root == Parent.Action,
  Stack.Value.Element == Element.State, Act.ElementAction == Element.Action,
  Stack.Value.Source == Act.Source, Stack.Value.Path == Act.Path
{
  public typealias State = Parent.State
  public typealias Action = Parent.Action
  public typealias Body = Never

  @usableFromInline let parent: Parent
  @usableFromInline let stack: Stack
  @usableFromInline let act: Act
  @usableFromInline let element: Element
  @usableFromInline let label: OperatorLabel
  @usableFromInline let knownID = LazyOpticID()

  @inlinable
  public init(
    _ parent: Parent, _ stack: Stack, _ act: Act, _ element: Element, label: OperatorLabel
  ) {
    self.parent = parent
    self.stack = stack
    self.act = act
    self.element = element
    self.label = label
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    // Ends the effects of elements that were removed outside of this operator.
    if context.hasRunning { effect = endVanished(&state, context) }
    var own: StackElementID?
    var popping: (id: StackElementID, wasThere: Bool)?
    switch act.extract(from: action) {
    case .none: break
    case .element(let id, let elementAction):
      let elementEffect = runElement(&state, id, elementAction, context)
      if !elementEffect.isNone { own = id }
      effect = effect.merge(with: elementEffect)
    case .push(let id, let source): push(&state, id, source)
    case .popFrom(let id): popping = (id, contains(&state, id))
    case .dismiss(let id):
      if contains(&state, id) {
        stack.modify(&state) { $0.pop(from: id) }
      } else {
        reportPop(id, state)
      }
    case .setPath(let path):
      if stack.modify(&state, { $0.replace(with: path) }) == false { reportTwins(state) }
    }
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    if let (id, wasThere) = popping {
      if wasThere { stack.modify(&state) { $0.pop(from: id) } } else { reportPop(id, state) }
    }
    if context.hasRunning {
      effect = effect.merge(with: endVanished(&state, context))
    }
    // The element returned an effect in the step in which it was removed.
    if let own, !contains(&state, own) { effect = effect.merge(with: .end(key(own))) }
    return effect
  }

  @inlinable
  func runElement(
    _ state: inout State, _ id: StackElementID, _ action: Element.Action,
    _ context: StepContext
  ) -> Effect<Action> {
    // Beside the closures, as in Scope: an optional effect is not clean under valgrind.
    var effect = Effect<Element.Action>.none
    let reached: Void?? = stack.modify(&state) { stack in
      stack.modifyRow(id: id) { value in
        effect = context.descend(isPresented: true, { key(id) }) {
          element._step(into: &value, action: action, in: context)
        }
      }
    }
    guard reached != nil, reached! != nil else {
      reportMissing(id, state)
      return .none
    }
    if effect.isNone { return .none }
    let act = act
    return effect.scoped(
      key(id), .presentation, embed: { act.embed($0, id: id) }, dismiss: { act.embedPop(id) })
  }

  @inlinable
  func contains(_ state: inout State, _ id: StackElementID) -> Bool {
    stack.modify(&state) { $0.contains(id: id) } ?? false
  }

  @usableFromInline
  func push(_ state: inout State, _ id: StackElementID, _ source: Act.Source) {
    guard !contains(&state, id) else {
      return ReduceContext.report(
        .pushDuplicate,
        "push brought the id \(id), which is already on \(stack.name); "
          + "nothing was pushed",
        label: label.text, statePath: stack.path(in: state))
    }
    if ReduceContext.current?.pointee.identifiers.notePush(id) == false {
      ReduceContext.report(
        .pushGeneration,
        "push brought the id \(id), which is beyond the next one of this store; "
          + "take ids from the path in the order in which they are pushed",
        label: label.text, statePath: stack.path(in: state))
    }
    stack.modify(&state) { $0.push(source, as: id) }
  }

  @usableFromInline
  func endVanished(_ state: inout State, _ context: StepContext) -> Effect<Action> {
    stack.modify(&state) { stack in
      context.endVanished(at: opticID, structure: stack.structure) { occupant in
        occupant.id(as: StackElementID.self).map { stack.contains(id: $0) } ?? false
      }
    } ?? context.endStale(at: opticID, except: .sole)
  }

  @inlinable
  var opticID: OpticID { knownID(stack.opticID) }

  @inlinable @inline(never)
  func key(_ id: StackElementID) -> ScopeKey {
    ScopeKey(optic: opticID, child: ChildID(id))
  }

  @usableFromInline
  func reportMissing(_ id: StackElementID, _ state: State) {
    ReduceContext.report(
      .missingStackElement,
      "an action arrived for the element \(id) of \(stack.name), which is not on the path; the "
        + "parent was run. Likely: it was popped while its effect ran, or earlier in this action.",
      label: label.text, statePath: stack.path(in: state))
  }

  @usableFromInline
  func reportPop(_ id: StackElementID, _ state: State) {
    ReduceContext.report(
      .popMissing, "a pop from the element \(id) arrived, which is not on \(stack.name)",
      label: label.text, statePath: stack.path(in: state))
  }

  @usableFromInline
  func reportTwins(_ state: State) {
    ReduceContext.report(
      .duplicateElementID,
      "a path with an id in it twice arrived for \(stack.name); it stays as it was",
      label: label.text, statePath: stack.path(in: state))
  }
}

extension Reducer {
  /// Embeds a feature that runs for each element of a path.
  ///
  ///     Reduce { state, action in … }
  ///       .forEach(\.path, action: \.path) { Path() }
  ///
  /// `push` puts an element on top before this reducer runs, `popFrom` removes one and all above it
  /// after. From an effect of an element `dismiss()` pops it.
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
      self, PropertyOptic(path), StackActionOptic(Action.allCasePaths[keyPath: casePath]),
      element(), label: OperatorLabel("forEach", at: Site(fileID, line)))
  }

  /// Embeds the elements of a path in the legacy dialect, in which a view writes the whole path.
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
      self, PropertyOptic(path), NavigationActionOptic(Action.allCasePaths[keyPath: casePath]),
      element(), label: OperatorLabel("navigationDestination", at: Site(fileID, line)))
  }
}
