internal import KumikiValues

extension JSONState {
  /// The slot at exactly this place, if an operator or an observer has made one.
  var slot: PresentationRecord? { place?.with { $0.slot.record } }

  var slotHere: Uncounted<PresentationRecord>? {
    @inline(__always) get { place?.with { $0.slot.here } }
  }

  /// Returns the slot at exactly this place, made on first use. The parent of the place must exist.
  mutating func makeSlot(_ options: JSONSlotOptions) -> PresentationRecord {
    let place = makePlace()
    if let slot = place.slot.record { return slot }
    let record = PresentationRecord(
      options, document.with { $0.identifiers })
    if let former = document.with({ $0.former }) {
      // A feature in another language may have presented it.
      let before = former.slot(of: place)
      let id = before?.id ?? former.presented[path]
      if let id { record.arrive(node, .presented(id)) }
      record.take(over: before)
    }
    record.reconcile(node)
    place.attach(record)
    return record
  }

  /// Whether the limits of the state allow a value here.
  func takesIn(_ value: JSONNode) -> Bool {
    document.with { $0.room.takeIn(value, at: depth, over: node, key: newKeyBytes) } == nil
  }

  /// The bytes of the key that a write here adds, if the member is missing.
  var newKeyBytes: Int {
    guard node == nil, let (parent, segment) = above, parent.pointee.node?.isObject == true
    else { return 0 }
    return segment.count
  }

  /// Makes the value here equal to another by writing only the differences, if the limits of the state and the
  /// declared shapes allow that.
  package mutating func write(_ json: JSON) throws(JSONError) {
    if node?.isEqual(to: json.node) == true { return }
    let room = document.with { $0.room }
    if let refusal = room.refusal(of: json.node, over: node, at: depth) {
      throw JSONError(
        refusal == .tooLarge ? .tooLarge : .tooDeep, message: room.limits.reason(refusal))
    }
    if document.with({ $0.hasDeclared }) {
      let declared = declared()
      // Missing members are not added, because the feature has written all of its members; a store would add
      // them.
      let whole = (try? completed(json.node, declared)) ?? json
      if let misfit = declared?.mismatch(of: whole.node) {
        let here = above.map { JSONPointer.root.appending($0.1.text).text } ?? ""
        throw JSONError(
          .decode, path: String(misfit.path.dropFirst(here.count)), message: misfit.message)
      }
      if let misfit = place?.with({ $0.mismatch(of: whole.node) }) { throw misfit }
    }
    if !writeDifferences(json.node) { throw .outOfMemory }
  }

  /// Replaces the value here with a value that is already counted.
  ///
  /// - Parameter before: the size of the state before it was counted, for a write that fails.
  mutating func replace(with json: JSON, from before: JSONAmount) {
    if put(stealing: json.withNode { $0.retained() }) {
      changed(below: true)
      // A state written by a feature is not set up.
      if place?.with({ !$0.isLeaf }) ?? false {
        place?.object.forEachBelow { $0.slot.record?.isUnseen = true }
      }
    } else {
      document.with { $0.room.amount = before }
    }
  }

  /// Returns this cursor's place, making it and the places above if needed.
  mutating func makePlace() -> JSONPlace {
    if let place { return place.object }
    guard let (parent, segment) = above else { preconditionFailure("a root without a place") }
    let outer = parent.pointee.makePlace()
    let made =
      if let id = node.flatMap({ node in outer.rows.known.flatMap { $0.id(of: node) } }) {
        outer.makeRowChild(JSONRowID(borrowing: id))
      } else {
        outer.makeChild(segment)
      }
    place = Uncounted(made)
    return made
  }
}
