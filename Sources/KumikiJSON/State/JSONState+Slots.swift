internal import Kumiki

extension JSONState {
  /// The slot exactly here, if an operator or an observer has made one.
  var slot: PresentationRecord? { place?.with { $0.slot } }

  var slotHere: Uncounted<PresentationRecord>? {
    @inline(__always) get { place?.with { $0.slotHere } }
  }

  /// The slot exactly here, made on first use. Its place must exist.
  mutating func makeSlot(_ options: JSONSlotOptions) -> PresentationRecord {
    let place = makePlace()
    if let slot = place.slot { return slot }
    let record = PresentationRecord(
      options, document.with { $0.identifiers })
    if let former = document.with({ $0.former }) {
      // A feature in another language may have presented it.
      let id = former.slot(of: place)?.id ?? former.presented[path]
      if let id { record.arrive(node, .presented(id)) }
    }
    record.reconcile(node)
    place.slot = record
    return record
  }

  /// Whether a value may be put here, by the limits of the state.
  func takesIn(_ value: JSONNode) -> Bool {
    document.with { $0.takeIn(value, at: depth, over: node, key: newKeyBytes) } == nil
  }

  /// The bytes of the key that a write here adds: that of a member that is not there.
  var newKeyBytes: Int {
    guard node == nil, let (parent, segment) = above, parent.pointee.node?.isObject == true
    else { return 0 }
    return segment.count
  }

  /// Replaces the value here, unless the state would become too deep or too large.
  package mutating func write(_ json: JSON) throws(JSONError) {
    let before = document.with { $0.amount }
    guard takesIn(json.node) else {
      throw JSONError(.tooDeep, message: "the state would be too deep or too large")
    }
    if document.with({ $0.hasDeclared }) {
      // Missing members are not added, because the feature has written everything it has; a store would add
      // them.
      let whole = (try? completed(json.node)) ?? json
      let misfit =
        declaredMismatch(of: whole.node) ?? place?.with { $0.requirements.mismatch(of: whole.node) }
      if let misfit {
        document.with { $0.amount = before }
        throw JSONError(.decode, message: misfit.description)
      }
    }
    replace(with: json, from: before)
  }

  /// Replaces the value here by one that is counted.
  ///
  /// - Parameter before: how much was in the state before that, for a write that fails.
  mutating func replace(with json: JSON, from before: JSONAmount) {
    if put(stealing: json.withNode { $0.retained() }) {
      changed(below: true)
      // Nothing sets up what a feature has written.
      if place?.with({ !$0.isLeaf }) ?? false {
        place?.object.forEachBelow { $0.slot?.isUnseen = true }
      }
    } else {
      document.with { $0.amount = before }
    }
  }

  /// This cursor's place and those of the cursors above, made if needed.
  mutating func makePlace() -> WatchedNode {
    if let place { return place.object }
    guard let (parent, segment) = above else { preconditionFailure("a root without a place") }
    let outer = parent.pointee.makePlace()
    let made =
      if let id = node.flatMap({ node in outer.rows.flatMap { $0.id(of: node) } }) {
        outer.makeRowChild(JSONRowID(borrowing: id))
      } else {
        outer.makeChild(segment)
      }
    place = Uncounted(made)
    return made
  }
}
