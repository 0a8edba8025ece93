package import Kumiki

/// A moment of a store: its state, the identities beside it, the ids still to come, and the effects that
/// follow the state. Immutable, so any thread may hold it.
package struct JSONSnapshot: @unchecked Sendable {
  package let state: JSON
  /// The presentations that are up: the pointers of their slots and their ids, outer ones first.
  package let presentations: [(at: String, id: PresentationID)]
  package let next: Identifiers.Position
  /// Whether effects followed the state: the reducer declares some, or an action had reached a reader that
  /// chose one that does.
  let follows: Bool
  let running: [Followed]
  /// The undo histories by their places, outer ones first; only in a replay's moments, since a log has none.
  let histories: [KeptHistory]
  /// The shape of the reducer, of which the JSON form has a hash; nil for one that was read from JSON.
  let shape: JSONShape?
  /// What the JSON form had, if this was read from one.
  let hash: String?

  package init(
    state: JSON, presentations: [(at: String, id: PresentationID)], next: Identifiers.Position,
    follows: Bool = false, running: [Followed] = [], histories: [KeptHistory] = [],
    shape: JSONShape? = nil, hash: String? = nil
  ) {
    self.state = state
    self.presentations = presentations
    self.next = next
    self.follows = follows
    self.running = running
    self.histories = histories
    self.shape = shape
    self.hash = hash
  }

  /// An effect that follows the state.
  package struct Followed {
    /// The place that it follows, by a pointer from the store's state.
    let at: String
    /// The id of the declaration.
    let id: String
    let kept: KeptEffect
  }
}

extension JSONDocument {
  /// The present moment of the document's store.
  ///
  /// - Complexity: O(*n*) in the presentations and observed places, and in the effects that follow the state;
  ///   not in the size of the state.
  package func snapshot(_ table: EffectTable, keepsHistories: Bool = false) -> JSONSnapshot {
    JSONSnapshot(
      state: snapshot, presentations: presentationsUp, next: identifiers.position,
      follows: follows, running: follows ? following(table) : [],
      histories: keepsHistories ? keptHistories : [], shape: shape)
  }

  /// The presentations that are up, outer ones first.
  var presentationsUp: [(at: String, id: PresentationID)] {
    var found: [(String, PresentationID)] = []
    for (place, node) in placesNow where place.slot != nil || !place.substates.isEmpty {
      place.reconcileSlot(node, in: self)
      guard let keys = place.keys(in: root) else { continue }
      let pointer = JSONPointer(keys: keys).text
      if let id = place.slot?.id { found.append((pointer, id)) }
      for substate in place.substates {
        // What the feature cannot read presents nothing.
        do throws(JSONError) { try substate.read(node, identifiers) } catch { continue }
        found += substate.presentations.map { (pointer + $0.at, $0.id) }
      }
    }
    return found
  }

  /// The effects that follow the state, by their places.
  private func following(_ table: EffectTable) -> [JSONSnapshot.Followed] {
    table.followed.compactMap { record in
      guard let keys = keys(of: record.way), let own = record.way.last?.optic.base as? FollowedPlace
      else { return nil }
      return JSONSnapshot.Followed(
        at: JSONPointer(keys: keys).text, id: own.name,
        kept: KeptEffect(record, at: table.loop.wallClock))
    }
    .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// The keys that lead to what an effect follows, along its way in the cancellation tree; nil if it is not
  /// there.
  private func keys(of way: [ScopeKey]) -> [String]? {
    var (keys, node): ([String], JSONNode?) = ([], root)
    var place: WatchedNode? = places
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
      default: return nil
      }
      // An optional child may have an id too, which is no key.
      guard let id = step.child.row, let form = place?.rows?.form ?? layout.rows(at: keys)?.form
      else { continue }
      // Rows in a part that nobody has asked for yet have no index.
      guard let array = node,
        let index = place?.rows?.index(of: id, in: array)
          ?? id.withNode({ form.index(of: $0, in: array) })
      else { return nil }
      let inside = id.withNode { place?.rowChildren[JSONRowID(borrowing: $0)] }
      go("\(index)")
      if let inside { place = inside }
      if form.isPath { go(JSONPathForm.element.name) }
    }
    return keys
  }
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
