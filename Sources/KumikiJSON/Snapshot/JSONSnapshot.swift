package import KumikiValues

/// A store at one point in time: its state, the presentation ids, the next ids to be generated, and the
/// state-driven effects. Immutable, so any thread may hold it.
package struct JSONSnapshot: @unchecked Sendable {
  var moment: JSONMoment
  /// False for a snapshot without its state, which is then null.
  package internal(set) var hasState = true
  /// The state to which the pointers in `presentations` and `running` refer, if migrations made `state` from it;
  /// see ``placed(in:rows:)``.
  var before: JSON?
  /// The current presentations: the pointers of their slots and their ids, outer ones first.
  package internal(set) var presentations: [(at: String, id: PresentationID)]
  package let next: Identifiers.Position
  /// Whether the store had state-driven effects, declared by the reducer or a dynamic reducer's choice.
  let follows: Bool
  /// Whether a dynamic reducer's choice declared some, so that dynamic reducers are called after each step.
  let callsDynamicReducers: Bool
  var running: [Followed]
  /// The undo histories by their places, outer ones first.
  var histories: [KeptHistory]
  /// The requests in flight, oldest first.
  package var requests: [KeptRequest] = []
  /// The loop's clock at the snapshot, to which times in `histories` refer; 0 if read from JSON.
  package var clock: UInt64
  /// The identity of the reducer; nil for a snapshot read from JSON. The shape itself is not kept, because it
  /// holds functions of the program: a plug-in's functions are gone once another reducer has taken over, and a
  /// snapshot may be held longer, and released on any thread.
  let maker: JSONShapeName?
  /// The hash in the JSON form, if the snapshot was read from JSON.
  let savedHash: String?
  /// The places of the transient members; nil without any, and for a snapshot read from JSON.
  package var transient: JSONTransient?

  /// The state. It lacks if memory ran out while it was made.
  package internal(set) var state: JSON {
    get { moment.state }
    set { moment = JSONMoment(newValue) }
  }

  /// The hash of the reducer's shape; nil if the JSON form had none, or the shape could not be described.
  var hash: String? { maker?.hash ?? savedHash }

  /// Whether it contains no effects, requests and undo steps.
  package var isStateOnly: Bool { running.isEmpty && requests.isEmpty && histories.isEmpty }

  /// The snapshot without the state, so that the store can write to the state without a copy.
  package var withoutState: JSONSnapshot {
    var other = self
    (other.state, other.hasState) = (.null, false)
    return other
  }

  /// A state-driven effect.
  package struct Followed {
    /// The place that drives the effect: a pointer from the store's state, or strings in a feature in Swift.
    let name: FollowedName
    let kept: KeptEffect
  }
}

// In an extension, so that the struct keeps its memberwise initializer, which makes no copy.
extension JSONSnapshot {
  package init(
    state: JSON, presentations: [(at: String, id: PresentationID)], next: Identifiers.Position,
    follows: Bool = false, callsDynamicReducers: Bool = false, running: [Followed] = [],
    histories: [KeptHistory] = [],
    clock: UInt64 = 0, maker: JSONShapeName? = nil
  ) {
    self.init(
      moment: JSONMoment(state), presentations: presentations, next: next, follows: follows,
      callsDynamicReducers: callsDynamicReducers, running: running, histories: histories,
      clock: clock, maker: maker, savedHash: nil)
  }
}

extension JSONDocument {
  /// Takes a snapshot of the document's store.
  ///
  /// - Complexity: O(*n*) in the presentations and observed places, and in the state-driven effects; not in the
  ///   size of the state. The next write that a history records copies the history's places. The first snapshot
  ///   of a reducer describes the reducer.
  package func snapshot(_ core: StoreCore) -> JSONSnapshot {
    // Described now, because the JSON form may be requested on another thread, and after the reducer is gone.
    shape.describeOnce()
    return JSONSnapshot(
      moment: moment(), presentations: currentPresentations, next: identifiers.position,
      follows: following.isOn, callsDynamicReducers: following.callsDynamicReducers,
      running: following.isOn ? core.followed(as: name(of:)) : [],
      histories: keptHistories,
      requests: core.mayHaveRequests ? core.keptRequests.compactMap(\.inJSON) : [],
      clock: core.loop.now, maker: shape.name.object, savedHash: nil, transient: transient)
  }

  /// Returns why a feature in another language cannot read its part of another state with the same places; nil
  /// if all features can.
  func substateMismatch(in state: JSON) -> JSONError? {
    for (place, _) in placesNow where !place.kept.substates.isEmpty {
      guard let keys = place.keys(in: root) else { continue }
      let pointer = JSONPointer(keys: keys)
      guard let node = pointer.resolve(in: state.node), !node.isNull else { continue }
      for substate in place.kept.substates {
        if let mismatch = substate.kind.mismatch(ofState: node) {
          return mismatch.below(path: pointer.text)
        }
      }
    }
    return nil
  }

  private func name(of scopePath: [ScopeKey]) -> FollowedName? {
    if let name = FollowedName(textsOf: scopePath) { return name }
    let place = place(of: scopePath)
    guard place.isWhole, let own = scopePath.last?.optic.base as? FollowedPlace else { return nil }
    return FollowedName(place.pointer.text, own.name)
  }

  /// Returns the place of a feature, or of a part that drives an effect, from its path in the cancellation tree,
  /// and whether the path was followed to its end. A feature in another language ends it.
  package func place(of scopePath: [ScopeKey]) -> (pointer: JSONPointer, isWhole: Bool) {
    var (keys, node): ([String], JSONNode?) = ([], root)
    var place: JSONPlace? = places
    func go(_ key: String) {
      keys.append(key)
      JSONPointer(keys: [key]).withSteps { steps in
        node = node.flatMap { steps.first?.child(of: $0) }
        place = steps.first.flatMap { step in place?.child(step)?.object }
      }
    }
    for step in scopePath {
      var base = step.optic.base
      if let followed = base as? FollowedPlace { base = followed.optic.base }
      switch base {
      case let pointer as JSONPointer: pointer.keys.forEach(go)
      case let stateCase as JSONCase: go(stateCase.name)
      default: return (JSONPointer(keys: keys), false)
      }
      // An optional child may have an id too, which is not a key.
      guard let id = step.child.row,
        let form = place?.rows.known?.form ?? layout.rows(at: keys)?.form
      else { continue }
      // Rows in a part that was not accessed yet have no index.
      guard let array = node,
        let index = place?.rows.known?.index(of: id, in: array)
          ?? id.withNode({ form.index(of: $0, in: array) })
      else { return (JSONPointer(keys: keys), false) }
      let inside = id.withNode { place?.rowChildren[JSONRowID(borrowing: $0)] }
      go("\(index)")
      if let inside { place = inside }
      if form.isPath { go(JSONPathForm.element.name) }
    }
    return (JSONPointer(keys: keys), true)
  }
}

extension StoreCore {
  /// Returns the state-driven effects, sorted by their places.
  package func followed(
    as name: ([ScopeKey]) -> FollowedName? = FollowedName.init(textsOf:)
  ) -> [JSONSnapshot.Followed] {
    let found = followed.compactMap { record in
      name(record.scopePath).map { JSONSnapshot.Followed(name: $0, kept: KeptEffect(record)) }
    }
    // The sort key is computed once for each effect, and not for each comparison.
    let orders = found.map(\.order)
    let sorted = orderedPositions(found.count) { orders[$0] < orders[$1] }
    // If two effects cannot be distinguished by their types, both start again.
    return sorted.enumerated().compactMap { at, index in
      let isAmbiguous = [at - 1, at + 1].contains {
        sorted.indices.contains($0) && orders[sorted[$0]] == orders[index]
      }
      return isAmbiguous ? nil : found[index]
    }
  }
}

extension JSONSnapshot.Followed {
  /// Pointers come first, sorted by their bytes.
  fileprivate var order: (Int, ExactText, ExactText) {
    switch name {
    case .at(let pointer, let id): (0, pointer, id)
    case .texts(let texts): (1, ExactText(texts.map(\.text).joined(separator: "\n")), "")
    case .scopePath: (2, "", "")
    }
  }
}

extension JSONPointer: NamedPlace {
  package var placeName: String { text }
}

extension JSONCase: NamedPlace {
  package var placeName: String { name }
}

extension ChildID {
  /// The id of a row or of an element of a path; nil for any other child.
  fileprivate var row: JSON? {
    if let row = id(as: JSONRowID.self) { return JSON(borrowing: row.node) }
    guard let element = id(as: StackElementID.self) else { return nil }
    // No element in JSON has an id beyond JSON's integers.
    return element.generation <= UInt64(Int64.max) ? element.json : nil
  }
}

extension JSONPointer {
  fileprivate func withSteps(_ body: ([JSONPointer.Segment]) -> Void) {
    withExtendedLifetime(self) { body(Array(segments)) }
  }
}
