/// A reducer, and a function that is called with the feature's last state when the feature has left.
///
/// The function is found through the feature's node in the cancellation tree, so it is called by everything that ends
/// the feature's effects: a dismissal, a parent's write, an undo, a restored state, another reducer.
public struct OnEndReducer<Base: Reducer, Last: LastState>: ReducerOperator
where Last.Root == Base.State {
  @usableFromInline let base: Base
  private let includesStoreEnd: Bool
  private let function: RunningFunction?
  /// Returns the effect, whose actions have the type `told`.
  private let answer: (Last.Value, StepContext) -> AnyEffectNode?
  private let makeEnd: (_ last: AnyObject, _ call: @escaping () -> AnyEffectNode?) -> FeatureEnd

  /// Created by `onEnd`.
  package init<Told>(
    _ base: Base, includesStoreEnd: Bool, function: RunningFunction? = nil,
    _ answer: @escaping (Last.Value, StepContext) -> Effect<Told>
  ) {
    self.base = base
    self.includesStoreEnd = includesStoreEnd
    self.function = function
    self.answer = { answer($0, $1).node }
    makeEnd = { FeatureEnd(Told.self, includesStoreEnd: includesStoreEnd, $0, $1) }
  }

  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    let effect = base._step(into: &state, action: action, in: context)
    if Last.isCopy {
      for number in 0... {
        guard let known = known(number, context) else { break }
        known.last.stepped(&state)
      }
    }
    return effect
  }

  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    base._follow(&state, in: context).merge(with: followHere(&state, context))
  }

  private func followHere(
    _ state: inout Base.State, _ context: StepContext
  ) -> Effect<Base.Action> {
    var number = 0
    while !context.noteFollowed(Self.key(number).optic) { number += 1 }
    let key = Self.key(number)
    if let known = known(number, context), known.function == function {
      known.last.followed(&state)
      return .none
    }
    let made = KnownEnd(Last(of: &state), function)
    let isOther = context.memory(under: key) != nil
    let answer = answer
    let end = makeEnd(made) { [last = made.last, call = context.laterCall] in
      last.value.flatMap { value in call { answer(value, $0) } }
    }
    let begun = Effect<Base.Action>.remembering(end, under: key)
    return isOther ? .merge(.end(key), begun) : begun
  }

  private func known(_ number: Int, _ context: StepContext) -> KnownEnd<Last>? {
    (context.memory(under: Self.key(number)) as? FeatureEnd)?.last as? KnownEnd<Last>
  }

  private static func key(_ number: Int) -> ScopeKey {
    ScopeKey(optic: OpticID(EndPlace(number: number)))
  }

  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    _ = Base._mayFollow(&asked)
    return true
  }
}

/// The place of one of the functions of a feature, in the order of the follow pass.
private struct EndPlace: Hashable {
  let number: Int
}

/// The last state of a feature, and the function that waits for it.
private final class KnownEnd<Last: LastState>: SettlingState {
  let last: Last
  let function: RunningFunction?

  init(_ last: Last, _ function: RunningFunction?) {
    self.last = last
    self.function = function
  }

  func settle() { last.settle() }
}

/// A feature's last state, while all of the store's state is being replaced.
package protocol SettlingState: AnyObject {
  /// Keeps the current value. Later writes do not change it.
  func settle()
}

/// Knows the last state of a feature when the feature has left.
@_documentation(visibility: internal)
public protocol LastState<Root>: AnyObject {
  /// The state of the feature in its store.
  associatedtype Root
  /// The value for the program.
  associatedtype Value

  /// Whether the state is copied after each step. If not, writes are watched.
  static var isCopy: Bool { get }
  init(of root: inout Root)
  /// The feature's own step has ended.
  func stepped(_ root: inout Root)
  /// A step has ended, and the feature is still there.
  func followed(_ root: inout Root)
  func settle()
  /// The value when the feature left, or the current one.
  var value: Value? { get }
}

/// The last state of a feature whose state is a Swift value: the value after the last step.
@_documentation(visibility: internal)
public final class CopiedLastState<Root>: LastState {
  public private(set) var value: Root?

  public static var isCopy: Bool { true }

  public init(of root: inout Root) { value = root }

  public func stepped(_ root: inout Root) { value = root }
  public func followed(_ root: inout Root) { value = root }
  public func settle() {}
}

extension Reducer {
  /// Calls a function once with this feature's last state when the feature has left.
  ///
  ///     Reduce { state, action in … }
  ///       .onEnd { last in .run { _ in try await drafts.save(last.draft) } }
  ///
  /// A feature leaves when it dismisses itself, when its parent removes or replaces it, when its row is removed, and
  /// when an undo, a restored state or another reducer takes it away. The effect may outlive the feature. It sends no
  /// actions, and the end of the program waits for it, as if it were `awaited()`.
  ///
  /// The last state is the one after the feature's last step, or after the last step of its store. What the parent
  /// writes to it in the step that removes it is not included. The function is not called for alerts and dialogs.
  ///
  /// - Parameters:
  ///   - includesStoreEnd: whether the store's end counts.
  ///   - perform: returns the effect. Runs on the store's thread, with the dependencies of the feature.
  public func onEnd(
    includesStoreEnd: Bool = false, _ perform: @escaping (State) -> Effect<Never>
  ) -> OnEndReducer<Self, CopiedLastState<State>> {
    OnEndReducer(self, includesStoreEnd: includesStoreEnd) { last, _ in perform(last) }
  }

  /// Does the same with an effect that sends actions to a feature around this one.
  ///
  ///     Draft()
  ///       .onEnd(telling: Mailbox.Action.self) { last in .send(.draftClosed(last.text)) }
  ///
  /// The actions reach the nearest feature around this one that has not left and has actions of this type. Without such a
  /// feature (it has left too, or the store has ended) they are dropped.
  ///
  /// - Parameters:
  ///   - parent: the type of that feature's actions.
  ///   - includesStoreEnd: whether the store's end counts.
  ///   - perform: returns the effect. Runs on the store's thread, with the dependencies of the feature.
  public func onEnd<ParentAction>(
    telling parent: ParentAction.Type, includesStoreEnd: Bool = false,
    _ perform: @escaping (State) -> Effect<ParentAction>
  ) -> OnEndReducer<Self, CopiedLastState<State>> {
    OnEndReducer(self, includesStoreEnd: includesStoreEnd) { last, _ in perform(last) }
  }
}
