internal import KumikiValues

extension JSONState: TypedSubstatePlace {
  /// Returns the typed state of a feature here, made on first use.
  package mutating func substate(_ kind: TypedSubstateKind) throws(JSONError) -> any TypedSubstate {
    let place = makePlace()
    if let substate = place.kept.substate(kind) { return substate }
    if let former = document.with({ $0.former?.substate(kind, of: place) }) {
      place.keep(former)
      return former
    }
    let made = try kind.make(kind)
    place.keep(made)
    if let node, let former = document.with({ $0.former }) {
      // Another feature was here. If this feature cannot read the state, its first read throws.
      let inside = former.presented.inside(path).compactMap { at, id in
        (try? JSONPointer(at)).map { ($0, id) }
      }
      try? made.read(node, identifiers, presenting: Dictionary(inside) { $1 })
    }
    return made
  }

  /// Returns the typed state of a feature, decoded from the current value.
  mutating func readSubstate(
    _ kind: TypedSubstateKind, _ identifiers: Identifiers
  ) throws(JSONError) -> any TypedSubstate {
    let substate = try substate(kind)
    do throws(JSONError) { try substate.read(node, identifiers) } catch {
      throw error.below(path: path)
    }
    return substate
  }
}

extension JSONDocument {
  /// Returns the current slot at a pointer: an operator's slot, or a slot inside a Swift feature.
  package func slotIdentity(at pointer: JSONPointer) -> JSONSlotIdentity? {
    if let record = slot(at: pointer) {
      return JSONSlotIdentity(
        id: record.id?.description, isEnum: record.options.kind == .enumeration
      )
    }
    let keys = pointer.keys
    for (kind, depth) in layout.substates(at: keys) {
      var root = JSONState(self)
      var found: JSONSlotIdentity?
      root.reach(JSONPointer(keys: Array(keys[..<depth]))) {
        let substate = $0.node?.isContainer == true ? try? $0.readSubstate(kind, identifiers) : nil
        found = substate?.slot(at: JSONPointer(keys: Array(keys[depth...])))
      }
      if let found { return found }
    }
    return nil
  }
}
