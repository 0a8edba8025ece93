package import KumikiValues

/// A moment of a store: its state, the identities beside it, the ids still to come, and the effects that
/// follow the state. Immutable, so any thread may hold it.
package struct JSONSnapshot: @unchecked Sendable {
  package internal(set) var state: JSON
  /// False for one that was taken without its state, which is then null.
  package internal(set) var hasState = true
  /// The state to which the pointers in `presentations` and `running` belong, if `state` was made of it by
  /// migrations; see ``placed(in:rows:)``.
  var before: JSON?
  /// The presentations that are up: the pointers of their slots and their ids, outer ones first.
  package internal(set) var presentations: [(at: String, id: PresentationID)]
  package let next: Identifiers.Position
  /// Whether effects followed the state: the reducer declares some, or a reader had chosen one that does.
  let follows: Bool
  /// Whether a reader had chosen one that does, so that readers are asked again.
  let asksReaders: Bool
  var running: [Followed]
  /// The undo histories by their places, outer ones first.
  var histories: [KeptHistory]
  /// The loop's clock at the moment, to which times in `histories` belong. One read from JSON has the clock 0.
  package var clock: UInt64
  /// What the reducer is known by; nil for one that was read from JSON. Not its shape, which holds functions of the
  /// program: a plug-in's are gone once another reducer has come, and a snapshot may be held after that, and released
  /// on any thread.
  let maker: JSONShapeName?
  /// What the JSON form had, if this was read from one.
  let savedHash: String?

  package init(
    state: JSON, presentations: [(at: String, id: PresentationID)], next: Identifiers.Position,
    follows: Bool = false, asksReaders: Bool = false, running: [Followed] = [],
    histories: [KeptHistory] = [],
    clock: UInt64 = 0, maker: JSONShapeName? = nil
  ) {
    self.state = state
    self.presentations = presentations
    self.next = next
    self.follows = follows
    self.asksReaders = asksReaders
    self.running = running
    self.histories = histories
    self.clock = clock
    self.maker = maker
    savedHash = nil
  }

  /// The hash of the reducer's shape; nil if the JSON form had none, or the shape could not be described.
  var hash: String? { maker?.hash ?? savedHash }

  /// The same without the state, which the store may then write to without a copy.
  package var withoutState: JSONSnapshot {
    var other = self
    (other.state, other.hasState) = (.null, false)
    return other
  }

  /// An effect that follows the state.
  package struct Followed {
    /// The place that it follows: by a pointer from the store's state, or by texts in a feature in Swift.
    let name: FollowedName
    let kept: KeptEffect
  }
}

extension JSONDocument {
  /// The present moment of the document's store.
  ///
  /// - Complexity: O(*n*) in the presentations and observed places, and in the effects that follow the state;
  ///   not in the size of the state. The next write that a history follows copies its places. The first one of a
  ///   reducer describes it.
  package func snapshot(_ core: StoreCore) -> JSONSnapshot {
    // Described now, since the JSON form may be asked for on another thread, and when the reducer has gone.
    shape.describeOnce()
    return JSONSnapshot(
      state: snapshot, presentations: presentationsUp, next: identifiers.position,
      follows: following.isOn, asksReaders: following.asksReaders,
      running: following.isOn ? core.followed(as: name(of:)) : [],
      histories: keptHistories, clock: core.loop.now,
      maker: shape.name.object)
  }

  /// Why a feature in another language cannot read its part of another state that has the same places; nil if all
  /// can.
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

  private func name(of way: [ScopeKey]) -> FollowedName? {
    if let name = FollowedName(textsOf: way) { return name }
    let place = place(of: way)
    guard place.isWhole, let own = way.last?.optic.base as? FollowedPlace else { return nil }
    return FollowedName(place.pointer.text, own.name)
  }

  /// Where a feature is, or what an effect follows, along its way in the cancellation tree: as far as that leads, and
  /// whether that is to its end. A feature in another language ends it.
  package func place(of way: [ScopeKey]) -> (pointer: JSONPointer, isWhole: Bool) {
    var (keys, node): ([String], JSONNode?) = ([], root)
    var place: JSONPlace? = places
    func go(_ key: String) {
      keys.append(key)
      JSONPointer(keys: [key]).withSteps { steps in
        node = node.flatMap { steps.first?.child(of: $0) }
        place = steps.first.flatMap { step in place?.child(step)?.object }
      }
    }
    for step in way {
      var base = step.optic.base
      if let followed = base as? FollowedPlace { base = followed.optic.base }
      switch base {
      case let pointer as JSONPointer: pointer.keys.forEach(go)
      case let stateCase as JSONCase: go(stateCase.name)
      default: return (JSONPointer(keys: keys), false)
      }
      // An optional child may have an id too, which is no key.
      guard let id = step.child.row,
        let form = place?.rows.known?.form ?? layout.rows(at: keys)?.form
      else { continue }
      // Rows in a part that nobody has asked for yet have no index.
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
  /// The effects that follow the state, by their places.
  package func followed(
    as name: ([ScopeKey]) -> FollowedName? = FollowedName.init(textsOf:)
  ) -> [JSONSnapshot.Followed] {
    let found = followed.compactMap { record in
      name(record.way).map { JSONSnapshot.Followed(name: $0, kept: KeptEffect(record)) }
    }
    // Their order once for each, and not for each comparison.
    let orders = found.map(\.order)
    let sorted = found.indices.sorted { orders[$0] < orders[$1] }
    // Where the types of two do not tell them apart both begin anew.
    return sorted.enumerated().compactMap { at, index in
      let isAmbiguous = [at - 1, at + 1].contains {
        sorted.indices.contains($0) && orders[sorted[$0]] == orders[index]
      }
      return isAmbiguous ? nil : found[index]
    }
  }
}

extension JSONSnapshot.Followed {
  /// Pointers come first, and by their bytes.
  fileprivate var order: (Int, ExactText, ExactText) {
    switch name {
    case .at(let pointer, let id): (0, pointer, id)
    case .texts(let texts): (1, ExactText(texts.map(\.text).joined(separator: "\n")), "")
    case .way: (2, "", "")
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
  /// The id of a row or of an element of a path; nil for a child that is neither.
  fileprivate var row: JSON? {
    if let row = id(as: JSONRowID.self) { return JSON(borrowing: row.node) }
    guard let element = id(as: StackElementID.self) else { return nil }
    // No element in JSON has an id beyond its integers.
    return element.generation <= UInt64(Int64.max) ? element.json : nil
  }
}

extension JSONPointer {
  fileprivate func withSteps(_ body: ([JSONPointer.Segment]) -> Void) {
    withExtendedLifetime(self) { body(Array(segments)) }
  }
}
