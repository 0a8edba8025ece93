/// A reducer behind one reference, which receives the addresses of a state and an action.
///
/// A closure in a generic type, or with captures, is called through a second function that converts its parameters. The
/// closure here avoids both: it receives its own object as a parameter, so a call is one jump to code that is compiled
/// for the types.
@usableFromInline
@safe package class ErasedReducer {
  @usableFromInline typealias Run = (
    _ reducer: ErasedReducer, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ context: StepContext
  ) -> AnyEffectNode?

  @usableFromInline typealias Follow = (
    _ reducer: ErasedReducer, _ state: UnsafeMutableRawPointer, _ context: StepContext
  ) -> AnyEffectNode?

  @usableFromInline final let run: Run
  /// Starts and ends the state-driven effects; nil if the reducer declares none.
  @usableFromInline final let follow: Follow?
  /// Whether the reducer contains a feature with private cases.
  @usableFromInline final let privateCases: PrivateCase.Presence

  @inlinable
  init(
    _ run: @escaping Run, follow: Follow? = nil, privateCases: PrivateCase.Presence = .none
  ) {
    unsafe self.run = run
    unsafe self.follow = follow
    self.privateCases = privateCases
  }

  /// The reducer of a store that does not itself reduce. Immutable, so any thread may use it.
  nonisolated(unsafe) static let nothing = unsafe ErasedReducer { _, _, _, _ in nil }

  /// Runs the step. The types must be the types of the erased reducer.
  @inlinable @inline(__always)
  package final func step<State, Action>(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    // The closures return a non-generic type, because unspecialised code would look up the metadata of a generic one.
    let node = unsafe _withUnprotectedUnsafeMutablePointer(to: &state) { state in
      unsafe _withUnprotectedUnsafePointer(to: action) { action in
        unsafe run(self, state, action, context)
      }
    }
    return Effect(untyped: node)
  }

  /// Returns an effect that starts and ends the state-driven effects. The types must be the erased reducer's.
  @inlinable
  package final func follow<State, Action>(
    _ state: inout State, in context: StepContext
  ) -> Effect<Action> {
    guard let follow = unsafe follow else { return .none }
    let node = unsafe _withUnprotectedUnsafeMutablePointer(to: &state) { state in
      unsafe follow(self, state, context)
    }
    return Effect(untyped: node)
  }
}

extension ErasedReducer {
  /// Erases a reducer. Its body is created once.
  @inlinable
  package static func keeping<Base: Reducer>(_ base: Base) -> ErasedReducer {
    if let base = base as? any ErasureKeeping { return base.erased }
    // Checked at run time, because generic code and existentials do not know whether the reducer has a body.
    return Base.Body.self is Never.Type
      ? HeldReducer(base) : HeldReducer(BodyReducer(unknown: base))
  }
}

/// A reducer that holds an erased reducer, which can be run directly.
@usableFromInline
package protocol ErasureKeeping {
  var erased: ErasedReducer { get }
}

/// An ``ErasedReducer`` that holds a reducer.
@usableFromInline
final class HeldReducer<Base: Reducer>: ErasedReducer {
  @usableFromInline let base: Base

  /// - Parameter follows: false if this reducer is known to contain no state-driven effects even though its type may.
  @inlinable
  init(_ base: Base, follows: Bool = true) {
    self.base = base
    var asked: Set<ObjectIdentifier> = []
    let follows = follows && Base._mayFollow(&asked)
    unsafe super.init(
      { reducer, state, action, context in
        unsafe lend(action.assumingMemoryBound(to: Base.Action.self)) {
          unsafe unsafeDowncast(reducer, to: HeldReducer.self).base._step(
            into: &state.assumingMemoryBound(to: Base.State.self).pointee, action: $0, in: context
          ).node
        }
      },
      follow: !follows
        ? nil
        : { reducer, state, context in
          unsafe unsafeDowncast(reducer, to: HeldReducer.self).base._follow(
            &state.assumingMemoryBound(to: Base.State.self).pointee, in: context
          ).node
        }, privateCases: PrivateCase.Presence(asked))
  }
}

/// Runs a closure before each step of a reducer. Not generic, because unspecialised generic code would look up the
/// types at each step.
private final class PrecededReducer: ErasedReducer {
  /// Retained until `deinit`, so that a step need not count the reference.
  private let base: Uncounted<ErasedReducer>
  private let body: () -> Void

  init(_ base: ErasedReducer, _ body: @escaping () -> Void) {
    self.base = .retained(base)
    self.body = body
    unsafe super.init(
      { reducer, state, action, context in
        let reducer = unsafe unsafeDowncast(reducer, to: PrecededReducer.self)
        reducer.body()
        return reducer.base.with { unsafe $0.run($0, state, action, context) }
      },
      follow: base.follow == nil
        ? nil
        : { reducer, state, context in
          let reducer = unsafe unsafeDowncast(reducer, to: PrecededReducer.self)
          return reducer.base.with { unsafe $0.follow!($0, state, context) }
        }, privateCases: base.privateCases)
  }

  deinit { base.release() }
}

extension AnyReducer {
  /// Whether the reducer may contain state-driven effects.
  package var mayFollow: Bool { unsafe erased.follow != nil }

  /// Returns this reducer, with `body` called before each of its steps.
  package func preceded(by body: @escaping () -> Void) -> AnyReducer {
    AnyReducer(erased: PrecededReducer(erased, body))
  }
}
