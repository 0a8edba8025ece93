internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

extension JSONReducer {
  /// Puts a Swift feature into a reducer tree written in C.
  ///
  /// The typed state is kept next to its JSON, and decoded again only after the JSON was written from outside.
  /// Presentations in the feature thus keep their ids from action to action.
  ///
  /// The reducer is made when a state of the feature first appears, and then kept.
  ///
  /// - Parameter own: Makes the feature's own state, which determines what is shared.
  convenience init<R: Reducer & SendableMetatype>(
    typed name: String, own: @escaping @Sendable () -> R.State,
    _ make: @escaping @Sendable () throws -> R
  ) where R.State: Codable, R.Action: Codable & SendableMetatype {
    var asked: Set<ObjectIdentifier> = []
    let mayFollow = R._mayFollow(&asked)
    let privateCases = PrivateCase.Presence(asked)
    let kind = TypedSubstateKind(
      canonical: { JSONBridge.canonical(R.Action.self, JSON(borrowing: $0)) },
      mismatch: { action in
        do throws(JSONError) {
          _ = try JSONBridge.decode(R.Action.self, from: action)
          return nil
        } catch {
          return error
        }
      },
      refusal: privateCases.isPossible(in: R.Action.self)
        ? TypedSubstateKind.refusal(of: R.Action.self) : nil,
      schema: { isAction, writer in
        isAction ? writer.schema(of: R.Action.self) : writer.schema(of: R.State.self)
      }
    ) { kind throws(JSONError) in
      do {
        return FeatureSubstate<R>(kind, try make(), own)
      } catch {
        let failure = Failure(any: error)
        throw JSONError(failure.kind, message: "the feature \(name): \(failure.message)")
      }
    }
    self.init(
      of: [], shape: .substate(kind),
      following: mayFollow ? .declared : .none,
      step: { state, action, context in
        guard let typed = try? JSONBridge.decode(R.Action.self, from: action.node) else {
          return .none
        }
        do throws(JSONError) {
          guard let substate = try state.substate(kind) as? FeatureSubstate<R> else { return .none }
          return try substate.step(into: &state, typed, context).lift { action in
            JSONAction(JSONBridge.action(action))
          }
        } catch {
          ReduceContext.report(
            .actionMisfit,
            error.kind == .decode
              ? "\(error.message); the state does not fit the feature \(name)"
              : "\(error.message); the step of the feature \(name) was dropped",
            label: "feature \(name)", statePath: state.path + error.path)
          return .none
        }
      },
      follow: { state, context in
        guard let substate = try? state.substate(kind) as? FeatureSubstate<R>,
          let effect = try? substate.follow(state, context)
        else {
          // A mismatched state is reported as an issue of the next action. It does not mean that a followed value has
          // changed.
          if state.node?.isNull == false { context.skipFollowing() }
          return .none
        }
        return effect.lift { action in
          JSONAction(JSONBridge.action(action))
        }
      })
  }
}

extension TypedSubstateKind {
  /// Returns a function that finds the first private case of an action in JSON.
  fileprivate static func refusal<Action: Decodable & SendableMetatype>(
    of _: Action.Type
  ) -> @Sendable (JSONNode) -> JSONError? {
    { node in
      guard let action = try? JSONBridge.decode(Action.self, from: node) else { return nil }
      return PrivateCase.find(in: action)?.jsonError
    }
  }
}

/// The typed state of a Swift feature at one place of a JSON state.
private final class FeatureSubstate<R: Reducer>: TypedSubstate
where R.State: Codable, R.Action: Codable {
  let kind: TypedSubstateKind
  private let reducer: R
  private let own: () -> R.State
  private var value: R.State?
  /// The value as JSON, as last read or written; nil if the value cannot be written. If the state holds other JSON,
  /// it was written from outside, or this value belongs to a step that was dropped.
  private var json: JSON?
  private let writer = EncodedRows()
  private var hasNewElements = false

  init(_ kind: TypedSubstateKind, _ reducer: R, _ own: @escaping () -> R.State) {
    self.kind = kind
    self.reducer = reducer
    self.own = own
  }

  func read(_ node: JSONNode?, _ identifiers: Identifiers) throws(JSONError) {
    if value != nil, let json, json.node == node { return }
    guard let node else { throw JSONError(.notFound, message: "nothing is there") }
    try read(node, identifiers, presenting: [:])
  }

  func read(
    _ node: JSONNode, _ identifiers: Identifiers, presenting given: [JSONPointer: PresentationID]
  ) throws(JSONError) {
    let new = JSON(borrowing: node)
    if let value {
      let before = JSONContinuation(of: value, json, as: new, identifiers, presenting: given)
      self.value = try JSONBridge.decode(R.State.self, from: new, continuing: before)
      hasNewElements = before.hasNewElements
    } else {
      let first = JSONContinuation(new, sharingAs: own, presenting: given)
      let decoded = identifiers.inForce {
        Result { () throws(JSONError) in
          try JSONBridge.decode(R.State.self, from: new, continuing: first)
        }
      }
      value = try decoded.get()
      hasNewElements = first.hasNewElements
    }
    json = new
  }

  func writeIDs(into place: inout some TypedSubstatePlace) {
    guard hasNewElements, let value else { return }
    do throws(JSONError) { try write(value, into: &place) } catch { return }
    hasNewElements = false
  }

  private func write(
    _ value: R.State, into place: inout some TypedSubstatePlace
  ) throws(JSONError) {
    // Released first, so that the state is written in place.
    json = nil
    let written = try writer.json(of: value, after: place.node)
    do throws(JSONError) {
      try place.write(written)
    } catch {
      json = written
      throw error
    }
    json = place.node.map { JSON(borrowing: $0) }
  }

  func step(
    into state: inout JSONState, _ action: R.Action, _ context: StepContext
  ) throws(JSONError) -> Effect<R.Action> {
    try read(state.node, state.identifiers)
    // Taken out, so that changing the value does not copy it.
    guard var value = value.take() else { return .none }
    let effect = reducer._step(into: &value, action: action, in: context)
    // A value that cannot be written, or is refused, is kept until the state is read again, so its presentations
    // continue.
    defer { self.value = value }
    try write(value, into: &state)
    return effect
  }

  var presentations: [(at: String, id: PresentationID)] {
    guard let value, let json else { return [] }
    return JSONBridge.presentations(in: value, json)
  }

  /// Returns the effects that start and end because of the state. Does not change the state.
  func follow(_ state: JSONState, _ context: StepContext) throws(JSONError) -> Effect<R.Action> {
    try read(state.node, state.identifiers)
    guard var value = value.take() else { return .none }
    let effect = reducer._follow(&value, in: context)
    self.value = value
    return effect
  }

  func slot(at pointer: JSONPointer) -> JSONSlotIdentity? {
    value.flatMap { try? JSONBridge.slotIdentity(of: $0, at: pointer) }
  }

  func copy() -> any TypedSubstate {
    let copy = FeatureSubstate(kind, reducer, own)
    copy.value = value
    copy.json = json
    return copy
  }
}
