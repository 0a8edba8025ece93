internal import KumikiValues

// Reads and writes by a pointer given as a C string, for reducers in C.
extension JSONState {
  /// Replaces the value at a pointer given as a C string, or adds a member to the object above it. Steals
  /// `value`, success or not.
  /// - Throws: `noPointer` for a string that is not a pointer.
  package mutating func set(
    text: CStringView, stealing value: JSONNode
  ) throws(JSONWriteError) {
    if !value.isContainer,
      let known = document.with({ $0.pointers.with { $0.known(text) } }),
      replaceScalar(at: known, by: value)
    {
      return
    }
    try setSlowly(text, stealing: value)
  }

  @inline(never)
  private mutating func setSlowly(
    _ text: CStringView, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try set(try pointer(of: text, or: value), stealing: value)
  }

  /// Inserts at a pointer given as a C string; see ``insert(_:stealing:)``.
  package mutating func insert(
    text: CStringView, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try insert(try pointer(of: text, or: value), stealing: value)
  }

  /// Removes the value at a pointer given as a C string; see ``remove(_:)``.
  package mutating func remove(text: CStringView) throws(JSONWriteError) {
    try remove(try pointer(of: text))
  }

  /// Returns the pointer for a string, cached for the next use.
  /// - Throws: `noPointer` for a string that is not a pointer, after releasing `value`.
  func pointer(
    of text: CStringView, or value: JSONNode? = nil
  ) throws(JSONWriteError) -> JSONPointer {
    if let pointer = document.with({ $0.pointers.with { $0.pointer(text) } }) { return pointer }
    value?.releaseDeep()
    throw .noPointer
  }

  /// Replaces a scalar with another, which it steals, if the containers around it are unique. Returns false
  /// without a change if a full write is needed: at a slot, at rows, while versions are recorded, or if bytes are
  /// counted.
  @inline(__always)
  private mutating func replaceScalar(
    at known: JSONPointerCache.Known, by value: JSONNode
  ) -> Bool {
    let steps = known.pointee.steps
    // Containers between the first and the last one are not checked.
    guard let node, 1...2 ~= steps.count else { return false }
    return document.with { document in
      if document.changes.isVersioned || document.room.limits.countsBytes { return false }
      guard !document.hasRows || !isIDOfRow(steps[0]) && rowOfID == nil else { return false }
      var nearest = place
      var nearestAlias = alias
      guard Self.isPlain(steps, &nearest), Self.isPlain(steps, &nearestAlias) else { return false }
      if document.changes.looksAtPlaces {
        // Recorders at places between here and the value are found by a full write.
        if steps.count > 1 { return false }
        if let place, let nearest, !(nearest == place) { return false }
      }
      let old = known.pointee.find(from: node, document.burst.structure)
      let trace = known.pointee.trace
      guard let old, !old.isContainer, let container = trace.container,
        container == node || container.isUnique, isAlone,
        !document.hasDeclared || declaredAllows(value, at: steps)
      else { return false }
      if document.changes.isOn {
        document.changes.note(.written(over: old, by: value), at: self, steps)
      }
      document.burst.noteWrite()
      if let member = trace.member {
        _ = container.set(member, stealing: value)
      } else {
        container.replace(at: steps[steps.count - 1].index, stealing: value)
      }
      note(below: false, nearest) { $0.pointee.place }
      note(below: false, nearestAlias) { $0.pointee.alias }
      return true
    }
  }

  /// Whether a scalar matches at the end of steps that do not enter rows.
  private func declaredAllows(_ value: JSONNode, at steps: JSONSteps) -> Bool {
    guard let declared = declared(at: steps), !declared.isExcluded else { return false }
    return declared.forms.allSatisfy { $0.mismatch(value) == nil }
  }

  /// Follows the places along the steps, as far as they exist. Returns false if the steps enter rows, or if a
  /// write to the last step concerns more than its observers.
  @inline(__always)
  private static func isPlain(_ steps: JSONSteps, _ nearest: inout Uncounted<JSONPlace>?) -> Bool {
    guard nearest != nil else { return true }
    for index in 0..<steps.count {
      if nearest!.with({ $0.rows.isAny }) { return false }
      let next = nearest!.with { $0.child(steps[index]) }
      guard let next else { return true }
      nearest = next
    }
    return nearest!.with { $0.isBare }
  }

  /// Whether a scalar that is written to a member of the row here concerns only the observers of the member.
  func isPlain(_ value: JSONNode, at steps: JSONSteps) -> Bool {
    for here in [place, alias] {
      var nearest = here
      guard Self.isPlain(steps, &nearest) else { return false }
      for place in [here, nearest] {
        if place?.with({ $0.kept.histories.isEmpty && $0.indexes.isEmpty }) == false {
          return false
        }
      }
    }
    return document.with({ !$0.hasDeclared }) || declaredAllows(value, at: steps)
  }

  /// Whether the value here and all containers above it are unique.
  @inline(__always)
  private var isAlone: Bool {
    guard node?.isUnique == true else { return false }
    var above = parent
    while let cursor = above {
      guard cursor.pointee.node?.isUnique == true else { return false }
      above = cursor.pointee.parent
    }
    return true
  }
}

extension JSONDocument {
  /// Returns the value at a pointer in a C string, from a value of this document. Borrowed; nil if it is missing or
  /// not a pointer.
  package func value(at text: CStringView, from node: JSONNode) -> JSONNode? {
    pointers.with { pointers in
      guard let known = pointers.known(text) else {
        return pointers.pointer(text)?.resolve(in: node)
      }
      return known.pointee.find(from: node, burst.structure)
    }
  }
}
