/// What the operators over rows and over paths have in common: each runs the feature of one element, and
/// ends the effects of those that have gone.
@_documentation(visibility: internal)
public class RowsOperator<Parent: Reducer, Rows: StateOptic, Act, Element: Reducer>: ChildOperator<
  Parent, Rows, Act, Element
>
where
  Rows.Root == Parent.State, Rows.Value: RowCollection, Rows.Value.Element == Element.State
{
  @usableFromInline typealias ID = Rows.Value.ID

  /// Runs the feature of an element; `reportMissing` is called where there is none with that id.
  @inlinable
  final func runElement(
    _ state: inout State, _ id: ID, _ action: Element.Action, _ context: StepContext,
    isPresented: Bool, _ key: () -> ScopeKey, _ reportMissing: (State) -> Void
  ) -> Effect<Element.Action> {
    // Beside the closures, as in a child's run: an optional effect is not clean under valgrind.
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

  /// Ends the effects of elements that have gone since this was last called.
  @inlinable @inline(__always)
  final func endVanished(_ state: inout State, _ context: StepContext) -> Effect<Action> {
    context.hasRunning ? endVanishedOfRunning(&state, context) : .none
  }

  @usableFromInline
  final func endVanishedOfRunning(_ state: inout State, _ context: StepContext) -> Effect<Action> {
    part.modify(&state) { rows in
      context.endVanished(at: opticID, structure: rows.structure) { child in
        child.id(as: ID.self).map { rows.contains(id: $0) } ?? false
      }
    } ?? context.endStale(at: opticID, except: .sole)
  }

  /// Ends what has gone in this step. An element that returned an effect in the step in which it was
  /// removed is not yet known to be running.
  @inlinable
  final func endVanished(
    _ state: inout State, _ context: StepContext, after effect: consuming Effect<Action>,
    started: ID?, _ key: (ID) -> ScopeKey
  ) -> Effect<Action> {
    let effect = effect.merge(with: endVanished(&state, context))
    guard let started, !contains(&state, started) else { return effect }
    return effect.merge(with: .end(key(started)))
  }
}
