/// Runs a child feature while it is presented, and ends its effects when it is not.
///
/// Both dialects are this one operator with a policy. In order: what a `present` action brings is
/// put into the slot; the child runs if the action is its own; the parent runs; an alert whose action
/// this was, or a slot that is being dismissed, becomes null; and if the slot's identity is no longer
/// what it was, whatever ran under the old one is cancelled.
public struct PresentationReducer<
  Parent: Reducer, Slot: StateOptic, Act: SlotActionOptic, Rule: EphemeralRule, Child: Reducer
>: Reducer
where
  Slot.Root == Parent.State, Slot.Value: PresentationSlot, Act.Root == Parent.Action,
  Slot.Value.Wrapped == Child.State, Slot.Value.Source == Act.Source,
  Act.ChildAction == Child.Action, Rule.State == Child.State, Rule.Action == Child.Action
{
  public typealias State = Parent.State
  public typealias Action = Parent.Action
  public typealias Body = Never

  @usableFromInline let parent: Parent
  @usableFromInline let slot: Slot
  @usableFromInline let act: Act
  @usableFromInline let rule: Rule
  @usableFromInline let child: Child
  @usableFromInline let policy: PresentationPolicy
  @usableFromInline let label: OperatorLabel

  @inlinable
  public init(
    _ parent: Parent, _ slot: Slot, _ act: Act, _ rule: Rule, _ child: Child,
    policy: PresentationPolicy, label: OperatorLabel
  ) {
    self.parent = parent
    self.slot = slot
    self.act = act
    self.rule = rule
    self.child = child
    self.policy = policy
    self.label = label
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let context = ReduceContext.current
    // A JSON state may lack the containers around the slot: then nothing is presented there.
    let before: UInt64 = slot.modify(&state) { $0.reconcile(); return $0.serial } ?? 0
    // Whoever replaced the presentation outside this operator left its effects behind.
    var effect = Effect<Action>.none
    if ReduceContext.hasRunning(context) { effect = endStale(context, before) }

    var step = Step(before: before)
    switch act.extract(from: action) {
    case .none:
      return finish(step, &state, effect.merge(with: parent.reduce(into: &state, action: action)))
    case .presented(let childAction):
      guard before != 0 else {
        report(.absentDestination, "an action arrived for a feature that is not presented", state: &state)
        if policy.skipsParentWhenAbsent { return effect }
        return effect.merge(with: parent.reduce(into: &state, action: action))
      }
      effect = effect.merge(with: runChild(&step, &state, childAction, context))
      // Where it is still there: the destination may have put something else in its place.
      if step.isAlertAnswered, policy.dismissesAlertBeforeParent, serial(&state) == before {
        dismiss(&state)
      }
    case .present(let id, let source?):
      if slot.modify(&state, { $0.present(source, id: id) }) == nil {
        report(.absentDestination, "present arrived for a slot whose place is missing", state: &state)
      }
    case .present(_, .none):
      step.awaitsHydration = true
    case .dismiss:
      if before == 0 {
        report(.absentDestination, "dismiss arrived while nothing is presented", state: &state)
      } else {
        step.isDismissing = true
      }
    }
    effect = effect.merge(with: parent.reduce(into: &state, action: action))
    slot.modify(&state) { $0.reconcile() }
    let after = serial(&state)
    if step.isAlertAnswered, !policy.dismissesAlertBeforeParent, after == before {
      dismiss(&state)
    }
    if step.isDismissing, after != 0, after == before || policy.dismissesReplacement {
      dismiss(&state)
    }
    if step.awaitsHydration, after == 0 {
      report(
        .presentNotHydrated,
        "present without a state arrived and the parent presented nothing; "
          + "assign the slot when handling it, or send a state", state: &state)
    }
    return finish(step, &state, effect)
  }

  /// What one step has to remember from its beginning to its end.
  @usableFromInline
  struct Step {
    @usableFromInline let before: UInt64
    @usableFromInline var isDismissing = false
    @usableFromInline var awaitsHydration = false
    /// The action was an alert's own: the alert goes, and its effects outlive it.
    @usableFromInline var isAlertAnswered = false

    @inlinable
    init(before: UInt64) { self.before = before }
  }

  @inlinable
  func runChild(
    _ step: inout Step, _ state: inout State, _ action: Child.Action,
    _ context: UnsafeMutablePointer<ReduceContext>?
  ) -> Effect<Action> {
    var isAlert = false
    var isAnswered = false
    let before = step.before
    // Beside the closures, as in Scope: an optional effect is not clean under valgrind.
    var effect = Effect<Child.Action>.none
    slot.modify(&state) { slot in
      isAlert = slot.isEphemeral
      slot.modifyPresented { value in
        isAnswered = isAlert && rule.isOwn(action, of: value)
        effect = ReduceContext.descend(context, isPresented: !isAlert, { key(before) }) {
          child.reduce(into: &value, action: action)
        }
      }
    }
    step.isAlertAnswered = isAnswered
    if effect.isNone { return .none }
    let act = act
    return effect.scoped(
      key(before), isAlert ? .ephemeral : .presentation,
      embed: { act.embed(presented: $0) },
      dismiss: isAlert ? nil : { act.embedDismiss() })
  }

  /// Ends what ran under an identity that the slot no longer has.
  @inlinable
  func finish(_ step: Step, _ state: inout State, _ effect: Effect<Action>) -> Effect<Action> {
    let before = step.before
    guard before != 0 else { return effect }
    slot.modify(&state) { $0.reconcile() }
    guard serial(&state) != before else { return effect }
    // Nothing ran and nothing is about to: the common present and dismiss cost no effect.
    if effect.isNone, !ReduceContext.hasRunning(ReduceContext.current) { return effect }
    return step.isAlertAnswered ? effect : effect.merge(with: .end(key(before)))
  }

  @usableFromInline
  func endStale(
    _ context: UnsafeMutablePointer<ReduceContext>?, _ current: UInt64
  ) -> Effect<Action> {
    let stale = ReduceContext.stale(
      context, at: { slot.place }, except: current == 0 ? nil : AnyHashable(current))
    return .merge(stale.map { .end($0) })
  }

  @inlinable
  func serial(_ state: inout State) -> UInt64 { slot.modify(&state) { $0.serial } ?? 0 }

  @inlinable
  func dismiss(_ state: inout State) { slot.modify(&state) { $0.dismiss() } }

  @usableFromInline
  func key(_ serial: UInt64) -> ScopeKey {
    ScopeKey(place: slot.place, occupant: AnyHashable(serial))
  }

  @usableFromInline
  func report(_ code: Issue.Code, _ message: String, state: inout State) {
    ReduceContext.report(
      code, "\(message) at \(slot.name)", label: label.text,
      statePath: slot.path(in: state))
  }
}

/// Where the dialects of presentation differ.
public struct PresentationPolicy: Sendable {
  @usableFromInline let skipsParentWhenAbsent: Bool
  @usableFromInline let dismissesAlertBeforeParent: Bool
  @usableFromInline let dismissesReplacement: Bool

  /// `presentationDestination`: as in the navigation branch of early 2023.
  public static let seed = Self(
    skipsParentWhenAbsent: true, dismissesAlertBeforeParent: true, dismissesReplacement: true)

  /// `ifLet` of a slot: as in the Composable Architecture since 1.0.
  public static let modern = Self(
    skipsParentWhenAbsent: false, dismissesAlertBeforeParent: false, dismissesReplacement: false)
}

/// Names an operator in issues: what it is and where it was attached.
public struct OperatorLabel: Sendable {
  let make: @Sendable () -> String
  var text: String { make() }

  /// An operator written in Swift, by its place in the source.
  @inlinable
  public init(_ name: StaticString, at site: Site) { self.init { "\(name) at \(site)" } }

  public init(_ make: @escaping @Sendable () -> String) { self.make = make }
}
