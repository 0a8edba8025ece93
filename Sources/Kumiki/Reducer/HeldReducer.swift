/// A reducer behind one reference, run by addresses: what is called is code for its types, and the call
/// needs none of them.
///
/// A closure of a generic type is handed its parameters by way of a second function, and so is one
/// that captures. This one does neither: it is handed the object that it belongs to.
public class HeldStep {
  @usableFromInline typealias Run = (
    _ step: HeldStep, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer, _ trail: Trail
  ) -> BareEffect

  @usableFromInline final let run: Run

  @inlinable
  init(_ run: @escaping Run) { self.run = run }

  /// Of a store that reduces nothing itself. Immutable, so any thread may have it.
  nonisolated(unsafe) static let nothing = HeldStep { _, _, _, _ in .none }
}

/// Holds the reducer.
@usableFromInline
final class HeldReducer<Base: Reducer>: HeldStep {
  @usableFromInline let base: Base

  @inlinable
  init(_ base: Base) {
    self.base = base
    super.init { step, state, action, trail in
      unsafeDowncast(step, to: HeldReducer.self).base.descend(
        into: state.assumingMemoryBound(to: Base.State.self),
        action: action.assumingMemoryBound(to: Base.Action.self), by: trail)
    }
  }
}

extension HeldStep {
  /// Runs the step from which everybody comes back.
  @inlinable @inline(__always)
  final func reduce<State, Action>(_ state: inout State, _ action: Action) -> Effect<Action> {
    _withUnprotectedUnsafeMutablePointer(to: &state) { state in
      _withUnprotectedUnsafePointer(to: action) { action in
        Effect(bare: Trail.avoid { run(self, state, action, $0) })
      }
    }
  }
}
