internal import KumikiValues

// The presentations of a document, and their ids in a snapshot.
extension JSONDocument {
  /// The places that keep values for a snapshot, outer ones first.
  var keepingPlaces: [(place: JSONPlace, keys: [String], node: JSONNode?)] {
    places.keeping.find(in: root)
  }

  /// The current presentations, outer ones first.
  var currentPresentations: [(at: String, id: PresentationID)] {
    var found: [(String, PresentationID)] = []
    for (place, keys, node) in keepingPlaces {
      reconcileSlot(of: place, node)
      let pointer = JSONPointer(keys: keys).text
      if let id = place.slot.record?.id { found.append((pointer, id)) }
      for substate in place.kept.substates {
        // A state that the feature cannot read presents nothing.
        do throws(JSONError) { try substate.read(node, identifiers) } catch { continue }
        found += substate.presentations.map { (pointer + $0.at, $0.id) }
      }
    }
    return found
  }

  /// Compares the slot of a place with its value, unless nothing was written since the last call.
  func reconcileSlot(of place: JSONPlace, _ node: JSONNode?) {
    guard let record = place.slot.record, record.reconcile(node, burst.writes, burst.structure)
    else { return }
    place.touchSlotsBelow(&burst)
  }

  /// Gives the specified ids to the presentations.
  func resume(
    presenting presented: [(at: String, id: PresentationID)], from position: Identifiers.Position
  ) {
    present(presented)
    resume(from: position, presented)
  }

  /// Drops the ids of all presentations but the specified ones. Other ids are generated again from a position on, equal
  /// in an open store and in a new one. Presentations of a feature in Swift already have their ids.
  func resume(
    from position: Identifiers.Position, _ presented: [(at: String, id: PresentationID)]
  ) {
    let named = Set(presented.map(\.id))
    dropPresentationIDs { !named.contains($0) }
    identifiers.resume(from: position, presented: presentedBefore)
    for (_, id) in currentPresentations { identifiers.notePresentation(id) }
  }

  /// The ids of all presentations that have an id.
  private var presentedBefore: [PresentationID] {
    keepingPlaces.flatMap { place, _, _ in
      [place.slot.record?.id].compactMap(\.self)
        + place.kept.substates.flatMap { $0.presentations.map(\.id) }
    }
  }

  /// Gives the specified ids to the presentations at some places.
  func present(_ presentations: [(at: String, id: PresentationID)]) {
    var inside: [Substate: [JSONPointer: PresentationID]] = [:]
    for (at, id) in presentations {
      guard let pointer = try? JSONPointer(at) else { continue }
      if let slot = slot(at: pointer) {
        slot.arrive(pointer.resolve(in: root), .presented(id))
        continue
      }
      let keys = pointer.keys
      for (kind, depth) in layout.substates(at: keys) {
        let place = Substate(
          place: JSONPointer(keys: Array(keys[..<depth])), kind: ObjectIdentifier(kind))
        inside[place, default: [:]][JSONPointer(keys: Array(keys[depth...]))] = id
      }
    }
    for (place, ids) in inside { present(ids, in: place) }
  }

  /// Removes ids of presentations. The presentations get new ids when they are next accessed.
  func dropPresentationIDs(where isWrong: (PresentationID) -> Bool) {
    for (place, _, _) in keepingPlaces {
      if let slot = place.slot.record, let id = slot.id, isWrong(id) { slot.forget() }
    }
  }

  /// A feature in Swift, and the place of its state.
  private struct Substate: Hashable {
    let place: JSONPointer
    let kind: ObjectIdentifier
  }

  private func present(_ ids: [JSONPointer: PresentationID], in place: Substate) {
    let kinds = layout.substates(at: place.place.keys).map(\.0)
    guard let kind = kinds.first(where: { ObjectIdentifier($0) == place.kind }) else { return }
    var root = JSONState(self)
    root.reach(place.place) { here in
      guard let node = here.node else { return }
      // A state that the feature cannot read raises an issue when an action reaches it.
      try? here.substate(kind).read(node, identifiers, presenting: ids)
    }
  }
}
