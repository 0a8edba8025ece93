/// A reducer, and an effect that runs while a part of the state has a value.
///
/// The base runs unchanged. After each step the part is compared with the effect's value. Another value ends the effect
/// and starts a new one; nil ends it. The idea comes from SwiftUI's `task(id:)` and Elm's subscriptions; here no view
/// is involved.
public struct RunningReducer<Base: Reducer, Part: FollowedPart>: ReducerOperator
where Part.Root == Base.State {
  @usableFromInline let base: Base
  @usableFromInline let part: Part
  @usableFromInline let declaration: RunningDeclaration
  @usableFromInline let effect: (Part.Value) -> Effect<Base.Action>
  /// Sent when an effect has ended without sending an action; nil for nothing.
  @usableFromInline let ended: Base.Action?

  /// Created by `running`.
  @inlinable
  package init(
    _ base: Base, _ part: Part, id: String, time: RunningTime, function: RunningFunction? = nil,
    ended: Base.Action? = nil, _ effect: @escaping (Part.Value) -> Effect<Base.Action>
  ) {
    self.base = base
    self.part = part
    self.ended = ended
    declaration = RunningDeclaration(part.opticID, id, time, function)
    self.effect = effect
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    base._step(into: &state, action: action, in: context)
  }

  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    base._follow(&state, in: context).merge(with: followHere(&state, context))
  }

  private func followHere(
    _ state: inout Base.State, _ context: StepContext
  ) -> Effect<Base.Action> {
    let key = declaration.key
    guard context.noteFollowed(key.optic) else {
      ReduceContext.report(
        .invalidEffect,
        "two effects follow one place of a feature's state; give each an id. The second was left out",
        label: "running", statePath: part.path(in: state))
      return .none
    }
    let before = context.memory(under: key) as? Followed<Part>
    let now = part.value(in: &state)
    switch (before, now) {
    case (nil, nil): return .none
    case (let before?, let now?)
    where before.value == now && before.function == declaration.function:
      return .none
    case (_, nil): return .end(key)
    case (_, let now?):
      let restored = context.restored {
        part.path(in: state).map { FollowedName($0, declaration.id) } ?? FollowedName($0 + [key])
      }
      let memory = Followed(now, self, on: context.loop, restored)
      memory.resumed = context.resumed
      var effect = restored?.isDone == true ? .none : effect(now)
      if let ended { effect = effect.ending(with: ended) }
      let begun = effect.following(key, memory, memory.whole(effect.node))
      return before == nil ? begun : .merge(.end(key), begun)
    }
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    _ = Base._mayFollow(&asked)
    return true
  }
}

/// The value of a state-driven effect, and the function that returned the effect.
private final class Followed<Part: FollowedPart>: FollowedEffect {
  let value: Part.Value
  let function: RunningFunction?
  private let part: Part
  private let id: String

  init(
    _ value: Part.Value, _ reducer: RunningReducer<some Reducer, Part>, on loop: Loop?,
    _ restored: RestoredEffect?
  ) {
    self.value = value
    function = reducer.declaration.function
    part = reducer.part
    id = reducer.declaration.id
    super.init(reducer.declaration.time, on: loop, restored)
  }

  override var place: String { id.isEmpty ? part.text : "\(part.text) (\(id))" }
}

/// The declaration of a ``RunningReducer``'s effect. A restored store finds the effect by the part and the id.
@usableFromInline
package struct RunningDeclaration {
  let key: ScopeKey
  let id: String
  let time: RunningTime
  let function: RunningFunction?

  @usableFromInline
  init(_ optic: OpticID, _ id: String, _ time: RunningTime, _ function: RunningFunction?) {
    key = ScopeKey(optic: OpticID(FollowedPlace(optic, id)))
    self.id = id
    self.time = time
    self.function = function
  }
}

/// The function behind a declaration. A dynamic reducer may choose between declarations with the same place and id: the
/// running effect ends when a declaration with another function is chosen.
@usableFromInline
package struct RunningFunction: Equatable, Sendable {
  private let address: UInt
  private let data: UInt

  package init(address: UInt, data: UInt) {
    self.address = address
    self.data = data
  }
}

/// A part of the state that an effect follows.
@_documentation(visibility: internal)
public protocol FollowedPart<Root> {
  associatedtype Root
  associatedtype Value: Equatable

  /// The id of the part.
  var opticID: OpticID { get }
  /// The part as it appears in messages: its key path, its pointer or its case.
  var text: String { get }
  /// Returns the value to run an effect for; nil for no effect.
  func value(in root: inout Root) -> Value?
  /// Returns the JSON Pointer of the part, from the store's state; nil for typed state.
  func path(in root: Root) -> String?
}

extension FollowedPart {
  public func path(in _: Root) -> String? { nil }
}

// MARK: - Typed states

/// An optional property that an effect follows.
@_documentation(visibility: internal)
public struct FollowedProperty<Root, Value: Equatable>: FollowedPart {
  @usableFromInline let keyPath: KeyPath<Root, Value?>

  /// Created by `running`.
  @inlinable
  public init(_ keyPath: KeyPath<Root, Value?>) { self.keyPath = keyPath }

  public var opticID: OpticID { OpticID(keyPath) }
  public var text: String { PropertyPath(keyPath).text }

  @inlinable
  public func value(in root: inout Root) -> Value? { root[keyPath: keyPath] }
}

/// A flag that an effect follows.
@_documentation(visibility: internal)
public struct FollowedFlag<Root>: FollowedPart {
  @usableFromInline let keyPath: KeyPath<Root, Bool>

  /// Created by `running`.
  @inlinable
  public init(_ keyPath: KeyPath<Root, Bool>) { self.keyPath = keyPath }

  public var opticID: OpticID { OpticID(keyPath) }
  public var text: String { PropertyPath(keyPath).text }

  @inlinable
  public func value(in root: inout Root) -> Bool? { root[keyPath: keyPath] ? true : nil }
}

/// A case of an enum state that an effect follows.
@_documentation(visibility: internal)
public struct FollowedCase<Root, Value: Equatable>: FollowedPart {
  @usableFromInline let optic: CaseOptic<Root, Value>

  /// Created by `running`.
  @inlinable
  public init(_ optic: CaseOptic<Root, Value>) { self.optic = optic }

  public var opticID: OpticID { optic.opticID }
  public var text: String { optic.name }

  @inlinable
  public func value(in root: inout Root) -> Value? { optic.path.extract(from: root) }
}

extension Reducer {
  /// Runs an effect while a property has a value.
  ///
  ///     Reduce { state, action in … }
  ///       .running(\.query) { query in .run { send in … } }
  ///
  /// The closure is called when the property gets a value, and again when the value changes, no matter what wrote it:
  /// this reducer, a parent, a binding, an undo, the store's initial state. The effect of the previous value then ends.
  /// The effect also ends when the property becomes nil, and with its feature. An effect that has finished starts again
  /// only for another value.
  ///
  /// A ``ReducerReader`` chooses by an action, so the reducers that it returns cannot contain state-driven effects.
  ///
  /// - Parameters:
  ///   - property: the property to follow. Its values are compared.
  ///   - id: distinguishes two declarations for the same property of a feature.
  ///   - time: how the effect's timers count in a restored store.
  ///   - ended: an action that is sent when the effect has ended without sending one; not if it is cancelled as a whole.
  ///   - effect: returns the effect for a value. Runs on the store's thread, with the store's dependencies.
  @inlinable
  public func running<Value: Equatable>(
    _ property: KeyPath<State, Value?>, id: String = "", time: RunningTime = .restart,
    ended: Action? = nil, _ effect: @escaping (Value) -> Effect<Action>
  ) -> RunningReducer<Self, FollowedProperty<State, Value>> {
    RunningReducer(self, FollowedProperty(property), id: id, time: time, ended: ended, effect)
  }

  /// Runs an effect while a flag is true; see ``running(_:id:time:ended:_:)``.
  @inlinable
  public func running(
    _ flag: KeyPath<State, Bool>, id: String = "", time: RunningTime = .restart,
    ended: Action? = nil, _ effect: @escaping () -> Effect<Action>
  ) -> RunningReducer<Self, FollowedFlag<State>> {
    RunningReducer(self, FollowedFlag(flag), id: id, time: time, ended: ended) { _ in effect() }
  }

  /// Runs an effect while the state is in a case; see ``running(_:id:time:ended:_:)``. Another payload starts another effect.
  @inlinable
  public func running<Value: Equatable>(
    _ stateCase: CaseKeyPath<State, Value>, id: String = "", time: RunningTime = .restart,
    ended: Action? = nil, _ effect: @escaping (Value) -> Effect<Action>
  ) -> RunningReducer<Self, FollowedCase<State, Value>> where State: CasePathable {
    RunningReducer(
      self, FollowedCase(CaseOptic(stateCase)), id: id, time: time, ended: ended, effect)
  }
}
