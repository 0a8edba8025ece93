// Bindings for views: fields, presentations and paths. Each write sends one action.

extension Store where Action: BindableAction, Action.State == State {
  /// A binding of a field. A write sends a binding action: `.binding(.set(\.name, …))`.
  ///
  /// A write that no ``BindingReducer`` handles changes nothing and raises the issue
  /// `binding-unhandled`. A store whose state is gone sends nothing.
  public func binding<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<State, Value>
  ) -> Binding<Value> {
    Binding(
      get: { [self] in state[keyPath: field] },
      set: { [self] in writeBinding(.binding(.set(field, $0))) })
  }

  /// A binding of a field marked `@BindingState`: `store.binding(\.$name)`.
  public func binding<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<State, BindingState<Value>>
  ) -> Binding<Value> {
    Binding(
      get: { [self] in state[keyPath: field].wrappedValue },
      set: { [self] in writeBinding(.binding(.set(field, $0))) })
  }
}

extension Store where Action: CasePathable {
  /// A binding of a slot: the presented value, or nil. Writing nil dismisses the presentation; any
  /// other write does nothing.
  ///
  /// The binding belongs to the presentation at the time when it is made, and dismisses no other.
  /// If the feature is still presented after the dismissal, the issue `dismiss-not-handled` is
  /// raised.
  public func binding<Presented, SlotAction: PresentingAction>(
    _ slot: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Binding<Presented?> {
    let path = CasePath(action)
    let shown = state[keyPath: slot].serial
    let isShown = { [self] in hasState && state[keyPath: slot].serial == shown }
    return Binding(
      get: { [self] in state[keyPath: slot].wrappedValue },
      set: { [self] new in
        guard new == nil, shown != 0, isShown() else { return }
        send(path.embed(.dismiss))
        afterBurst { [self] in
          guard !base.core.isEnded, isShown() else { return }
          reportView(
            .dismissNotHandled,
            "a view dismissed \(PropertyPath(slot).text), but the feature is still presented; attach it "
              + "with ifLet", action: path.embed(.dismiss))
        }
      })
  }

  /// A binding of a path, which a view writes as a whole.
  ///
  /// Writing a longer path pushes its last element, with an id from the store. Writing a shorter path
  /// pops from the first missing element. Writing a path of the same length raises the issue
  /// `path-not-handled`.
  public func binding<Element, ElementAction>(
    _ path: KeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, StackAction<Element, ElementAction>>
  ) -> Binding<StackState<Element>> {
    let embed = CasePath(action)
    return Binding(
      get: { [self] in state[keyPath: path] },
      set: { [self] new in
        guard hasState else { return }
        let old = state[keyPath: path]
        if new.count > old.count, let last = new.last {
          send(embed.embed(.push(id: nextElementID(for: old), state: last)))
        } else if new.count < old.count, let gone = old.ids.first(where: { !new.contains(id: $0) })
        {
          send(embed.embed(.popFrom(id: gone)))
        } else {
          reportView(
            .pathNotHandled, "a path of \(new.count) elements was written over one as long")
        }
      })
  }

  /// A binding of a path in the legacy dialect. Every write sends `setPath`.
  public func binding<Element, ElementAction>(
    _ path: KeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, NavigationAction<Element, ElementAction>>
  ) -> Binding<StackState<Element>> {
    let embed = CasePath(action)
    return Binding(
      get: { [self] in state[keyPath: path] },
      set: { [self] in if hasState { send(embed.embed(.setPath($0))) } })
  }
}

extension Store {
  /// Sends a write, and raises an issue if no reducer handled it.
  func writeBinding(_ action: Action) {
    guard loop.isCurrentThread, hasState else {
      if !loop.isCurrentThread { send(action) }
      return
    }
    let core = base.core
    let before = core.handledBindings
    send(action)
    afterBurst { [self] in
      guard core.handledBindings == before, !core.isEnded else { return }
      reportView(
        .bindingUnhandled,
        "a write of a binding was not taken by any reducer; add BindingReducer() to the feature",
        action: action)
    }
  }

  /// Returns a new id from the store, for an element that a view has made.
  private func nextElementID<Element>(for path: StackState<Element>) -> StackElementID {
    let identifiers = base.core.identifiers
    var id = identifiers.stackElementID()
    while path.contains(id: id) { id = identifiers.stackElementID() }
    return id
  }

  /// Calls `check` when the action just sent has been handled: now, or in the loop's next iteration if a
  /// busy store may have buffered the action.
  private func afterBurst(_ check: @escaping () -> Void) {
    if loop.activity == 0 { check() } else { loop.nextTurn(check) }
  }

  private func reportView(_ code: Issue.Code, _ message: String, action: Action? = nil) {
    base.core.report(code, message, actionCase: action.map { describeAction($0).casePath })
  }
}
