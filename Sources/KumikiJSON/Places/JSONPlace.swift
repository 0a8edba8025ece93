internal import KumikiValues

/// A place in a state that is observed, or that an operator is attached to.
///
/// The places of a document form a tree that parallels the state, with a node for each step of each requested
/// pointer. A write walks this tree along with the cursor and so visits the places that it concerns; observers
/// of other places cost nothing. A place has a part for each thing that can be attached to it.
package final class JSONPlace: PresentationPlace {
  private let key: JSONPointer
  /// The place above, unowned because it holds this place. Nil for the root, and outside the tree.
  private(set) var parentHere: Uncounted<JSONPlace>?
  private var children = JSONPlaceTable()
  /// The places one step below that are reached by key or index.
  private(set) var indexed: [JSONPlace] = []
  /// The index of this place in the `indexed` of the place above.
  private var position = 0
  /// The row's id in the place above, for a row.
  private let rowID: JSONRowID?
  /// The places of attached rows, by id instead of index.
  var rowChildren: [JSONRowID: JSONPlace] = [:]

  // The parts.
  var observers = JSONPlaceObservers()
  private(set) var slot = JSONPlaceSlot()
  var rows = JSONPlaceRows()
  /// The operators' requirements for this place, which check and set up values.
  private(set) var requirements = JSONRequirements()
  var kept = JSONPlaceKept()
  /// The places of the whole tree that keep values for a snapshot.
  let keeping: KeepingPlaces
  /// The index of this place in `keeping`; nil if it is not there.
  private var keptIndex: Int?
  /// Whether the operators' requirements for the row here were set up. Unused for other places.
  var isSetUp = false
  var indexes = JSONPlaceIndexes()
  var holds = JSONPlaceHolds()

  // Records about the value here.
  /// The commit in which a write last reached this place.
  var stamp: UInt64 = 0
  /// The position where the last step from the place above found this value.
  var trace = JSONLookup.none
  /// Changes with each write of exactly this place, to distinguish an alert from an equal alert; 0 until first
  /// requested.
  var assigned: UInt64 = 0

  /// `key` has one step, which is unused for the root and for rows.
  init(parent: JSONPlace?, key: JSONPointer = .nameless, rowID: JSONRowID? = nil) {
    self.rowID = rowID
    keeping = parent?.keeping ?? KeepingPlaces()
    parentHere = parent.map { Uncounted($0) }
    self.key = key
    step = key.segments.step(0)
  }

  deinit {
    slot.record?.place = nil
    if let keptIndex { keeping.remove(self, at: keptIndex) }
    children.removeAll()
  }

  /// Updates `keeping`. Called after a value that a snapshot contains was added or removed.
  override func noteKept() {
    let keeps = !kept.isEmpty || slot.mayPresent
    guard keeps else {
      if let keptIndex = keptIndex.take() { keeping.remove(self, at: keptIndex) }
      return
    }
    if keptIndex == nil { keptIndex = keeping.insert(self) }
  }

  /// Ends the presentation here and the presentations inside. Later presentations here are new.
  override func endSlotsBelow() {
    forgetKept()
    forEachBelow { place in
      place.slot.record?.forget()
      place.forgetKept()
    }
  }

  /// Called by `keeping` after it moved this place.
  func moveKept(to index: Int) { keptIndex = index }

  /// The key or index of this place in the place above.
  var segment: JSONPointer.Segment { key.segments[0] }

  /// The segment as a cursor's step; valid while this object lives.
  let step: JSONSegmentRef

  /// Whether this place has no rows and no places below.
  var isLeaf: Bool { !rows.isAny && indexed.isEmpty && rowChildren.isEmpty }

  /// Whether this place has only observers: no requirements, no kept values, and no places below. A write here
  /// concerns only the observers.
  var isBare: Bool {
    isLeaf && slot.here == nil && holds.below == 0 && requirements.isEmpty && assigned == 0
  }

  // Defined here and not in the parts, because reading a part would copy it and count references.
  /// Whether exactly this place has observers.
  var isObserved: Bool {
    guard let here = observers.here else { return false }
    return here.with { !$0.isEmpty }
  }

  /// Whether the place must stay while no operator is attached to it.
  var isInUse: Bool { observers.readers > 0 || isObserved }

  /// Attaches the record of a slot; nil removes the slot.
  func attach(_ record: PresentationRecord?) {
    slot.record?.place = nil
    record?.place = Uncounted(self)
    slot.record = record
    noteKept()
  }

  /// Drops the requirements of the operators, and the values that they keep for this place.
  func forgetOperators() {
    requirements = JSONRequirements()
    attach(nil)
    rows.known = nil
    isSetUp = false
    dropSubstates()
    indexes.removeAll()
    assigned = 0
  }

  /// Returns the keys that lead here in a state; nil if a row on the path is missing.
  ///
  /// - Parameter place: the place of `root`; by default the root of the tree.
  func keys(in root: JSONNode, from place: JSONPlace? = nil) -> [String]? {
    find(in: root, from: place)?.keys
  }

  /// Returns the same keys with the value here.
  func find(
    in root: JSONNode, from place: JSONPlace? = nil
  ) -> (keys: [String], node: JSONNode?)? {
    var path = [self]
    while path.last !== place, let above = path.last?.parentHere?.object { path.append(above) }
    var node: JSONNode? = root
    var keys: [String] = []
    for (above, place) in zip(path.reversed(), path.reversed().dropFirst()) {
      guard let id = place.rowID else {
        keys.append(place.segment.text)
        node = node.flatMap { place.member(of: $0) }
        continue
      }
      guard let index = above.rows.index(of: id, in: node) else { return nil }
      keys.append("\(index)")
      node = node?.element(index)
    }
    return (keys, node)
  }

  /// Adds a requirement: the shape of an operator. The first `step` of its keys lead to this place.
  func require(_ shape: JSONShape, _ step: Int) { requirements.insert(shape, step) }

  /// Returns why one of the operators cannot use a value here. In a method of the place, because a copy of the
  /// requirements would count references.
  func mismatch(of value: JSONNode?) -> JSONError? {
    guard requirements.mayRefuse else { return nil }
    for index in requirements.indices {
      if let mismatch = requirements[index].mismatch(of: value) { return mismatch }
    }
    return nil
  }

  /// The places one step below.
  var below: [JSONPlace] { rowChildren.isEmpty ? indexed : indexed + rowChildren.values }

  /// Returns the value of this place in the value of the place above, borrowed.
  func member(of value: JSONNode) -> JSONNode? {
    withExtendedLifetime(key) { segment.child(of: value) }
  }

  @inline(__always)
  func child(_ segment: JSONPointer.Segment) -> Uncounted<JSONPlace>? { children[segment] }

  /// Returns the place that a pointer leads to, if it exists.
  func existing(_ pointer: JSONPointer) -> JSONPlace? {
    var place: JSONPlace? = self
    for segment in pointer.segments { place = place?.child(segment)?.object }
    return withExtendedLifetime(pointer) { place }
  }

  /// Returns the place one step below, made if needed.
  @inline(never)
  func makeChild(_ segment: JSONPointer.Segment) -> JSONPlace {
    if let child = children[segment] { return child.object }
    let made = JSONPlace(parent: self, key: JSONPointer(keys: [segment.text]))
    made.position = indexed.count
    indexed.append(made)
    children.insert(indexed)
    return made
  }

  /// Returns the place at the end of a pointer from here, made if needed.
  func makeChild(_ pointer: JSONPointer) -> JSONPlace {
    pointer.segments.reduce(self) { $0.makeChild($1) }
  }

  /// Whether this place has no observers, no requirements, no kept values and no places below.
  private var isForgotten: Bool {
    isBare && kept.isEmpty && indexes.isEmpty && !isInUse && rows.departed.isEmpty
  }

  /// Removes the place if it is no longer needed, and then the places above that only led here. The state must
  /// have no cursor.
  func prune() {
    var place = self
    while place.isForgotten, let parent = place.parentHere?.object {
      place.parentHere = nil
      parent.remove(place)
      place = parent
    }
  }

  private func remove(_ child: JSONPlace) {
    if let id = child.rowID {
      if rowChildren[id] === child { rowChildren[id] = nil }
      return
    }
    children.remove(child)
    let last = indexed.removeLast()
    if last !== child {
      indexed[child.position] = last
      last.position = child.position
    }
    if indexed.isEmpty { forgetIndexed() }
  }

  private func forgetIndexed() {
    children.removeAll()
    indexed = []
  }

  /// Adds holds, or removes some if the number is negative.
  ///
  /// - Parameter keepsValue: whether the last value here is kept; otherwise only `leftStamp` is recorded.
  func hold(_ number: Int, keepsValue: Bool = true) {
    if keepsValue { holds.add(number) }
    var place: JSONPlace? = self
    while let here = place {
      here.holds.below += number
      place = here.parentHere?.object
    }
  }

  /// Releases the tree below without recursion, which would be as deep as the tree.
  func dismantle() {
    forEachBelow { $0.forgetBelow() }
    forgetBelow()
  }

  /// Calls `body` with each place below. Uses a list instead of recursion, because the tree may be as deep as a
  /// state. `body` may release the places below its own.
  func forEachBelow(_ body: (JSONPlace) -> Void) {
    var stack = below
    while let place = stack.popLast() {
      stack += place.below
      body(place)
    }
  }

  private func forgetBelow() {
    forgetIndexed()
    rowChildren = [:]
  }
}

extension JSONPointer {
  fileprivate static let nameless = JSONPointer(keys: [""])
}
