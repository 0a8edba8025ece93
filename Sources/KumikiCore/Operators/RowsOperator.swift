/// The base of the operators over rows and over navigation paths. Runs the feature of one element, and ends the effects
/// of removed elements.
@_documentation(visibility: internal)
public class RowsOperator<Parent: Reducer, Rows: StateOptic, Act, Element: Reducer>: ChildOperator<
  Parent, Rows, Act, Element
>
where
  Rows.Root == Parent.State, Rows.Value: RowCollection, Rows.Value.Element == Element.State
{
  @usableFromInline typealias ID = Rows.Value.ID

  /// Runs the feature of an element. Calls `reportMissing` if no element has that id.
  @inlinable
  final func runElement(
    _ state: inout State, _ id: ID, _ action: Element.Action, _ context: StepContext,
    isPresented: Bool, _ key: () -> ScopeKey, _ reportMissing: (State) -> Void
  ) -> Effect<Element.Action> {
    // Not returned from the closures, as in `runChild`, because valgrind reports an optional effect.
    var effect = Effect<Element.Action>.none
    let reached: Void?? = part.modify(&state) { rows in
      rows.modifyRow(id: id) { element in
        effect = context.descend(isPresented: isPresented, key) {
          child._step(into: &element, action: action, in: context)
        }
      }
    }
    if reached == nil || reached! == nil { reportMissing(state) }
    return effect
  }

  @inlinable
  final func contains(_ state: inout State, _ id: ID) -> Bool {
    part.modify(&state) { $0.contains(id: id) } ?? false
  }

  /// Ends the effects of elements that were removed since the last call.
  @inlinable @inline(__always)
  final func endVanished(
    _ state: inout State, _ context: StepContext
  ) -> Effect<Action> {
    context.hasRunning ? endVanishedOfRunning(&state, context) : .none
  }

  @usableFromInline
  final func endVanishedOfRunning(
    _ state: inout State, _ context: StepContext
  ) -> Effect<Action> {
    part.modify(&state) { rows in
      context.endVanished(at: opticID, among: rows)
    } ?? context.endStale(at: opticID, except: .sole)
  }

  /// Ends the effects of elements that were removed in this step. An element that returned an effect and was removed in
  /// the same step is not yet in the cancellation tree, so it is ended separately.
  @inlinable
  final func endVanished(
    _ state: inout State, _ context: StepContext, after effect: consuming Effect<Action>,
    started: ID?, _ key: (ID) -> ScopeKey
  ) -> Effect<Action> {
    let effect = effect.merge(with: endVanished(&state, context))
    guard let started, !contains(&state, started) else { return effect }
    return effect.merge(with: .end(key(started)))
  }

  /// Starts and ends the state-driven effects of the elements, and ends the effects of removed elements. Only elements
  /// that may have changed since the last call are visited.
  @usableFromInline
  final func followElements(
    _ state: inout State, _ context: StepContext, isPresented: Bool, _ key: (ID) -> ScopeKey,
    _ scoped: (Effect<Element.Action>, ID) -> Effect<Action>
  ) -> Effect<Action> {
    var effect: Effect<Action> = endVanished(&state, context)
    let marked = followedKey
    context.noteFollowed(marked.optic)
    let before = context.memory(under: marked) as? FollowedRows
    var mark = before?.mark ?? RowLogMark()
    part.modify(&state) { rows in
      // Only while the rows are present: the effects of a scope at the same place end with them.
      if rows.isThere { context.noteFollowed(opticID) }
      rows.visitFollowed(since: &mark) { id, rows in
        var own = Effect<Element.Action>.none
        rows.modifyRow(id: id) { element in
          own = context.followChild(isPresented: isPresented, { key(id) }) {
            child._follow(&element, in: context)
          }
        }
        if !own.isNone { effect = effect.merge(with: scoped(own, id)) }
      }
    }
    if mark == before?.mark ?? RowLogMark() { return effect }
    return effect.merge(with: .remembering(FollowedRows(mark), under: marked))
  }
}

/// How far the changes of a collection's rows were followed.
final class FollowedRows {
  let mark: RowLogMark

  init(_ mark: RowLogMark) { self.mark = mark }
}
