/// Runs a child feature while it is presented, and ends its effects when it is no longer presented.
///
/// Both dialects use this operator, with different policies. The order of a step: the state of a `present` action is
/// put into the slot; the child runs if the action is the child's; the parent runs; the slot becomes null if the action
/// was the alert's own or a dismissal; and if the slot's identity has changed, the effects of the old presentation are
/// cancelled.
public final class PresentationReducer<
  Parent: Reducer, Slot: SlotStateOptic, Act: SlotActionOptic, Child: Reducer
>: ChildOperator<Parent, Slot, Act, Child>, ReducerOperator
where
  Slot.Root == Parent.State, Act.Root == Parent.Action,
  Slot.Value.Wrapped == Child.State, Slot.Value.Source == Act.Source,
  Act.ChildAction == Child.Action
{
  /// Returns whether an action is addressed to the presented alert or dialog, and therefore dismisses it.
  @usableFromInline let isOwn: (_ action: Child.Action, _ alert: Child.State) -> Bool
  @usableFromInline let policy: NavigationDialect

  /// Created by `ifLet` with a slot.
  @inlinable
  public init(
    _ parent: Parent, _ slot: Slot, _ act: Act, _ child: Child, policy: NavigationDialect,
    label: OperatorLabel,
    isOwn: @escaping (_ action: Child.Action, _ alert: Child.State) -> Bool = {
      isAlertAction($0, of: $1)
    }
  ) {
    self.isOwn = isOwn
    self.policy = policy
    super.init(parent, slot, act, child, label: label)
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    guard let childAction = act.presented(in: action) else {
      return runOther(&state, action, context)
    }
    var step = Step()
    var effect = Effect<Action>.none
    // The slot is accessed twice: before the parent's step and after it.
    part.modify(&state) { slot in
      readSlot(&step, &slot, context, &effect)
      if step.before == 0 { return }
      runChild(&step, &slot, childAction, context, &effect)
      step.after = slot.serial
      // Only if the alert is still presented: the child may have replaced it.
      if step.isAlertAction, policy.dismissesAlertBeforeParent, slot.serial == step.before {
        slot.dismiss()
      }
      step.writes = slot.writes
    }
    // The containers around the slot may be missing. In that case nothing is presented.
    if !step.isReached, context.hasRunning { effect = endStale(context, 0) }
    if step.before == 0 {
      reportAtSlot(
        .absentDestination, "an action arrived for a feature that is not presented", state)
      if policy.skipsParentWhenAbsent { return effect }
      return runParent(&step, &state, action, effect, context)
    }
    return runParent(&step, &state, action, effect, context)
  }

  /// Runs a step whose action is not the child's.
  @inlinable @inline(never)
  func runOther(
    _ state: inout State, _ action: Action, _ context: StepContext
  ) -> Effect<Action> {
    let slotAction = act.other(in: action)
    var step = Step()
    var effect = Effect<Action>.none
    if case .present(let id, let source?) = slotAction {
      part.modify(&state) { slot in
        readSlot(&step, &slot, context, &effect)
        if let id { ReduceContext.noteGiven(id) }
        slot.present(source, id: id)
      }
    } else if !context.hasRunning, let serial = part.settledSerial(in: &state, last: (0, nil)) {
      // The slot does not change, so it is only read.
      step.isReached = true
      step.before = serial
    } else {
      part.modify(&state) { readSlot(&step, &$0, context, &effect) }
    }
    if !step.isReached, context.hasRunning { effect = endStale(context, 0) }
    if case .dismiss = slotAction, context.isDismissalOfReplaced(at: opticID) { return effect }
    prepare(&step, &state, slotAction)
    return runParent(&step, &state, action, effect, context)
  }

  @inlinable @inline(__always)
  func runParent(
    _ step: inout Step, _ state: inout State, _ action: Action,
    _ effect: Effect<Action>, _ context: StepContext
  ) -> Effect<Action> {
    let effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    // Most steps dismiss nothing. In that case the slot is only read.
    if !step.isDismissing, !step.isAlertAction,
      let serial = part.settledSerial(in: &state, last: (step.after, step.writes))
    {
      step.after = serial
    } else {
      let policy = policy
      let isReached: Void? = part.modify(&state) { Self.settleSlot(&step, &$0, policy) }
      // The containers around the slot are gone, so nothing is presented.
      if isReached == nil { step.after = 0 }
    }
    return finish(step, &state, effect, context)
  }

  /// An alert has no state-driven effects, because its effects outlive it. A `present` under the current id may have
  /// replaced a screen that has state-driven effects with the alert; those effects end.
  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    var effect = Effect<Action>.none
    let isReached: Void? = part.modify(&state) { slot in
      slot.reconcile()
      let serial = slot.serial
      if context.hasRunning { effect = endStale(context, serial) }
      if serial == 0 { return }
      // Only while a feature is presented: the effects of a scope at the same place end with it.
      context.noteFollowed(opticID)
      let isAlert = slot.isEphemeral
      let key = key(.presentation(serial))
      let own = followOccupant(context, key) { isNew in
        var own = Effect<Child.Action>.none
        slot.modifyPresented { value in
          own = context.followChild(isPresented: !isAlert, isNew: isNew, { key }) {
            isAlert ? .none : child._follow(&value, in: context)
          }
        }
        return own
      } _: {
        scoped($0, serial, false)
      }
      effect = effect.merge(with: own)
    }
    if isReached == nil, context.hasRunning { effect = endStale(context, 0) }
    return effect.merge(with: parent._follow(&state, in: context))
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let parent = Parent._mayFollow(&asked)
    return Child._mayFollow(&asked) || parent
  }

  /// The data of one step, from its start to its end.
  @usableFromInline
  struct Step {
    /// The slot's serial at the start and at the end of the step; 0 if nothing is presented.
    @usableFromInline var before: UInt64 = 0
    @usableFromInline var after: UInt64 = 0
    /// The slot's `writes` when `after` was read; nil if `after` was not read.
    @usableFromInline var writes: UInt64?
    @usableFromInline var isReached = false
    @usableFromInline var isDismissing = false
    @usableFromInline var awaitsHydration = false
    /// Whether the action was the alert's own. The alert is dismissed, and its effects continue.
    @usableFromInline var isAlertAction = false

    @inlinable
    init() {}
  }

  /// Starts a step by reading the slot's serial.
  @inlinable @inline(__always)
  func readSlot(
    _ step: inout Step, _ slot: inout Slot.Value, _ context: StepContext,
    _ effect: inout Effect<Action>
  ) {
    slot.reconcile()
    step.isReached = true
    step.before = slot.serial
    // Ends the effects of a presentation that was replaced outside this operator.
    if context.hasRunning { effect = endStale(context, step.before) }
  }

  @inlinable @inline(__always)
  func runChild(
    _ step: inout Step, _ slot: inout Slot.Value, _ action: Child.Action, _ context: StepContext,
    _ effect: inout Effect<Action>
  ) {
    let isAlert = slot.isEphemeral
    let before = step.before
    var isAlertAction = false
    // Not returned from the closure, as in `ChildOperator.runChild`, because valgrind reports an optional effect.
    var own = Effect<Child.Action>.none
    slot.modifyPresented { value in
      isAlertAction = isAlert && isOwn(action, value)
      own = context.descend(isPresented: !isAlert, { key(.presentation(before)) }) {
        child._step(into: &value, action: action, in: context)
      }
    }
    step.isAlertAction = isAlertAction
    if !own.isNone { effect = effect.merge(with: scoped(own, before, isAlert)) }
  }

  /// Returns the child's effect as the parent's effect, which ends with the presentation.
  @inlinable @inline(never)
  func scoped(
    _ effect: Effect<Child.Action>, _ serial: UInt64, _ isAlert: Bool
  ) -> Effect<Action> {
    let act = act
    return effect.scoped(
      key(.presentation(serial)), isAlert ? .ephemeral : .presentation,
      embed: { act.embed(presented: $0) },
      dismiss: isAlert ? nil : { act.embedDismiss() })
  }

  /// Records the change that the action requests, or reports why it is impossible.
  @inlinable @inline(__always)
  func prepare(
    _ step: inout Step, _ state: inout State, _ action: OtherSlotAction<Act.Source>?
  ) {
    switch action {
    case .present(_, .some) where !step.isReached:
      reportAtSlot(
        .absentDestination, "present arrived for a slot whose place is missing", state)
    case .present(_, .none):
      step.awaitsHydration = true
    case .dismiss where step.before == 0:
      reportAtSlot(.absentDestination, "dismiss arrived while nothing is presented", state)
    case .dismiss:
      step.isDismissing = true
    case .present(_, .some), .none:
      break
    }
  }

  /// Dismisses the presentation after the parent's step, if this step ends it.
  @inlinable @inline(__always)
  static func settleSlot(_ step: inout Step, _ slot: inout Slot.Value, _ policy: NavigationDialect)
  {
    slot.reconcile()
    step.after = slot.serial
    guard step.after != 0 else { return }
    let isSame = step.after == step.before
    let isAlertOver = step.isAlertAction && !policy.dismissesAlertBeforeParent && isSame
    let isDismissed = step.isDismissing && (isSame || policy.dismissesReplacement)
    guard isAlertOver || isDismissed else { return }
    slot.dismiss()
    step.after = 0
  }

  /// Ends the effects of the previous presentation if the slot's identity has changed.
  @inlinable @inline(__always)
  func finish(
    _ step: Step, _ state: inout State, _ effect: Effect<Action>, _ context: StepContext
  ) -> Effect<Action> {
    if step.awaitsHydration, step.after == 0 {
      reportAtSlot(
        .presentNotHydrated,
        "present without a state arrived and the parent presented nothing; "
          + "assign the slot when handling it, or send a state", state)
    }
    guard step.before != 0, step.after != step.before else { return effect }
    // Usually no effect is running and none was started. Then nothing needs to end.
    if effect.isNone, !context.hasRunning { return effect }
    return step.isAlertAction ? effect : effect.merge(with: .end(key(.presentation(step.before))))
  }

  @usableFromInline
  func endStale(_ context: StepContext, _ current: UInt64) -> Effect<Action> {
    context.endStale(at: opticID, except: current == 0 ? .sole : .presentation(current))
  }

  @usableFromInline
  func reportAtSlot(_ code: Issue.Code, _ message: String, _ state: State) {
    report(code, "\(message) at \(part.name)", state)
  }
}
