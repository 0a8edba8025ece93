/// A reducer behind one reference, run by the addresses of a state and an action.
///
/// A closure that a generic type keeps is handed its parameters by way of a second function, and so is
/// one that captures. This one does neither: it is handed the object that it belongs to. So a call
/// is one jump to code that was compiled for the types.
@usableFromInline
package class ErasedReducer {
  @usableFromInline typealias Run = (
    _ reducer: ErasedReducer, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ context: StepContext
  ) -> AnyEffectNode?

  @usableFromInline final let run: Run

  @inlinable
  init(_ run: @escaping Run) { self.run = run }

  /// Of a store that reduces nothing itself. Immutable, so any thread may have it.
  nonisolated(unsafe) static let nothing = ErasedReducer { _, _, _, _ in nil }

  /// Runs the step. The types must be those of the reducer that is behind this.
  @inlinable @inline(__always)
  final func step<State, Action>(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    _withUnprotectedUnsafeMutablePointer(to: &state) { state in
      _withUnprotectedUnsafePointer(to: action) { action in
        Effect(untyped: run(self, state, action, context))
      }
    }
  }
}

extension ErasedReducer {
  /// A reducer, its body made once.
  @inlinable
  package static func keeping<Base: Reducer>(_ base: Base) -> ErasedReducer {
    if let base = base as? any ErasureKeeping { return base.erased }
    // Generic code and existentials do not know whether there is a body; the type's own entry does.
    return Base.Body.self is Never.Type
      ? HeldReducer(base) : HeldReducer(BodyReducer(unknown: base))
  }
}

/// A reducer that holds another one erased: who runs it may run that without a detour.
@usableFromInline
package protocol ErasureKeeping {
  var erased: ErasedReducer { get }
}

/// Holds the reducer.
@usableFromInline
final class HeldReducer<Base: Reducer>: ErasedReducer {
  @usableFromInline let base: Base

  @inlinable
  init(_ base: Base) {
    self.base = base
    super.init { reducer, state, action, context in
      lend(action.assumingMemoryBound(to: Base.Action.self)) {
        unsafeDowncast(reducer, to: HeldReducer.self).base._step(
          into: &state.assumingMemoryBound(to: Base.State.self).pointee, action: $0, in: context
        ).node
      }
    }
  }
}
