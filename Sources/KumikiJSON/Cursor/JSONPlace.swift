internal import CJansson

/// A place in a state that somebody takes an interest in: a slot or an observer.
///
/// The places of a document form a tree of their own beside the state, with a node for each step of
/// each pointer that was asked for. A write finds those it concerns by going along with the cursor,
/// so it costs the same however many observers there are elsewhere.
package final class JSONPlace {
  private let key: [UInt8]
  private unowned(unsafe) let parent: JSONPlace?
  private var children: [JSONPlace] = []
  /// Where rows are attached: their places, by id and not by index.
  var rowChildren: [JSON: JSONPlace] = [:]
  var rows: JSONRows? {
    didSet { rows?.place = self }
  }
  /// The rows that left in the running burst.
  var departed: Set<JSON> = []

  package var slot: JSONSlotRecord? {
    didSet { slot?.place = self }
  }
  /// What a feature in another language keeps beside its JSON.
  package var cell: AnyObject?
  package var watchers: [JSONWatcher] = []
  /// The commit before which this place was last reached by a write.
  private var stamp: UInt64 = 0

  init(parent: JSONPlace?, key: [UInt8]) {
    self.parent = parent
    self.key = key
  }

  /// The key or index by which this place is reached from the one above.
  var name: String { String(decoding: key, as: UTF8.self) }

  /// The places one step below.
  var below: [JSONPlace] { rowChildren.isEmpty ? children : children + rowChildren.values }

  /// The places one step below that go by key or index.
  var indexed: [JSONPlace] { children }

  /// What stands here in a value for the place above, borrowed.
  func member(of value: JSONNode) -> JSONNode? {
    key.withUnsafeBytes { key in
      if value.pointee.type == JSON_OBJECT { return value.member(key) }
      guard value.pointee.type == JSON_ARRAY, let index = Int(String(decoding: key, as: UTF8.self))
      else { return nil }
      return json_array_get(value, index)
    }
  }

  func child(_ segment: JSONPointer.Segment) -> JSONPlace? {
    for child in children where child.has(segment) { return child }
    return nil
  }

  /// The place one step below, made if nobody asked for it before.
  func makeChild(_ segment: JSONPointer.Segment) -> JSONPlace {
    if let child = child(segment) { return child }
    let bytes = UnsafeRawBufferPointer(start: segment.bytes, count: segment.count)
    let made = JSONPlace(parent: self, key: Array(bytes))
    children.append(made)
    return made
  }

  private func has(_ segment: JSONPointer.Segment) -> Bool {
    key.count == segment.count
      && key.withUnsafeBytes {
        $0.isEqual(to: UnsafeRawBufferPointer(start: segment.bytes, count: segment.count))
      }
  }

  /// Something here or below was written.
  func touch(_ document: JSONDocument) {
    var place: JSONPlace? = self
    while let here = place, here.stamp != document.commit {
      here.mark(document)
      place = here.parent
    }
  }

  /// What stands here was replaced: everything below has changed too.
  func touchSubtree(_ document: JSONDocument) {
    touch(document)
    rows?.invalidate()
    var stack = below
    while let place = stack.popLast() {
      place.rows?.invalidate()
      if place.stamp != document.commit { place.mark(document) }
      stack += place.below
    }
  }

  /// The presentation here is over, and with it every one inside: the next one there is another.
  func endSlotsBelow() {
    var stack = below
    while let place = stack.popLast() {
      place.slot?.forget()
      stack += place.below
    }
  }

  private func mark(_ document: JSONDocument) {
    stamp = document.commit
    if !watchers.isEmpty { document.touched.append(self) }
  }

  /// Gives the tree back without recursing as deep as it is.
  func dismantle() {
    var stack = below
    children = []
    rowChildren = [:]
    while let place = stack.popLast() {
      stack += place.below
      place.children = []
      place.rowChildren = [:]
    }
  }
}

/// An observer at a place. It decides whether what it watches really differs.
package final class JSONWatcher {
  /// Watchers are told in the order in which they came.
  package let serial: UInt64
  /// Nil once cancelled.
  package var notify: (() -> Void)?

  package init(serial: UInt64) { self.serial = serial }
}
