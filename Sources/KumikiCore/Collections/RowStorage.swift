internal import OrderedCollections

/// The storage that copies of an ``IdentifiedArray`` share until one of them is written.
///
/// A row stays in its slot; the order is a list of slots. So adding or removing a row in the middle moves four bytes
/// for each row after it, an id leads to its row in one step, and changes of a row are recorded under its id.
@usableFromInline
package final class RowStorage<ID: Hashable, Element> {
  // Unchecked: shared storage is never written, and only one thread uses a storage with a single owner.
  @safe @usableFromInline @exclusivity(unchecked) var slots: [ID: Int] = [:]
  /// The rows by slot; nil in a free slot.
  @safe @usableFromInline @exclusivity(unchecked) var rows: ContiguousArray<Element?> = []
  /// The slots in the order of the rows.
  @safe @usableFromInline @exclusivity(unchecked) var order: ContiguousArray<Int32> = []
  @safe @usableFromInline @exclusivity(unchecked) var free: ContiguousArray<Int32> = []
  @safe @usableFromInline @exclusivity(unchecked) var structure = Serial.next()
  /// Changes whenever rows are reordered. The log does not record the order.
  @safe @usableFromInline @exclusivity(unchecked) var arrangement = Serial.next()
  @safe @usableFromInline @exclusivity(unchecked) var log = RowLog<ID>()
  /// The log of the removed rows.
  @safe @usableFromInline @exclusivity(unchecked) var left = RowLog<ID>()
  @usableFromInline let idSource: RowIDSource<ID, Element>
  /// Computed on demand, on any thread that reads a shared value.
  @usableFromInline let idSet = OnceReference<RowIDs<ID>>()

  @usableFromInline
  init(_ idSource: RowIDSource<ID, Element>) { self.idSource = idSource }

  /// Creates a copy that only its owner writes.
  @usableFromInline
  convenience init(copying other: RowStorage) {
    self.init(other.idSource)
    slots = other.slots
    rows = other.rows
    order = other.order
    free = other.free
    structure = other.structure
    arrangement = other.arrangement
    if let known = other.idSet.known { _ = idSet { known.object } }
  }

  var ids: OrderedSet<ID> {
    idSet { RowIDs(OrderedSet(uncheckedUniqueElements: orderedIDs)) }.with { $0.ids }
  }

  /// The ids in order, without building a hash table.
  @usableFromInline
  package var orderedIDs: [ID] { order.map { id(at: Int($0)) } }

  @inlinable
  func id(at slot: Int) -> ID {
    unsafe rows.withUnsafeBufferPointer { rows in
      // An optional's payload starts at the address of the optional.
      unsafe idSource.id(at: UnsafeRawPointer(rows.baseAddress! + slot))
    }
  }

  /// Records that the ids or their order have changed.
  @inlinable
  func structureChanged() {
    structure = Serial.next()
    if idSet.known != nil { idSet.clear() }
  }
}

extension RowStorage {
  /// Inserts a row at a position. The id must not be present.
  @inlinable
  func insert(_ element: Element, _ id: ID, at position: Int) {
    let slot: Int
    if let last = free.popLast() {
      slot = Int(last)
      rows[slot] = element
    } else {
      slot = rows.count
      rows.append(element)
    }
    slots[id] = slot
    let entry = Int32(truncatingIfNeeded: slot)
    if position == order.count { order.append(entry) } else { order.insert(entry, at: position) }
    log.note(id)
    structureChanged()
  }

  @inlinable
  func remove(_ id: ID) -> Element? {
    guard let slot = slots.removeValue(forKey: id) else { return nil }
    let position = position(of: slot)
    if position == order.count - 1 { order.removeLast() } else { order.remove(at: position) }
    return vacate(slot, id)
  }

  @inlinable
  func remove(at position: Int) -> Element {
    let slot = Int(order.remove(at: position))
    let id = id(at: slot)
    slots[id] = nil
    return vacate(slot, id)
  }

  /// Replaces the row at a position.
  ///
  /// If the id is new, the log records the new row as added and the old row as removed. If the id is present at another
  /// position, the two rows first swap positions.
  @inlinable
  func replace(at position: Int, with element: Element, _ id: ID) {
    let slot = Int(order[position])
    guard let known = slots[id] else {
      _ = remove(at: position)
      return insert(element, id, at: position)
    }
    if known != slot {
      order.swapAt(position, self.position(of: known))
      arrangement = Serial.next()
      structureChanged()
    }
    log.note(id)
    rows[known] = element
  }

  @inlinable
  func vacate(_ slot: Int, _ id: ID) -> Element {
    let element = rows[slot].take()!
    free.append(Int32(truncatingIfNeeded: slot))
    log.note(id)
    left.note(id)
    structureChanged()
    return element
  }

  /// Returns the slot of the row with an id. Tries the guess first, and looks up the id only if the guess is wrong.
  @inlinable
  func slot(of id: ID, near guess: Int) -> Int? {
    let isAtGuess = guess < rows.count && rows[guess] != nil && self.id(at: guess) == id
    return isAtGuess ? guess : slots[id]
  }

  /// Calls `body` with a row, borrowed and not copied, or with nil if no row has the id.
  @inlinable
  func lendRow(_ id: ID, _ hint: RowHint, _ body: (Lent<Element>?) -> Void) {
    guard let slot = slot(of: id, near: hint.slot) else { return body(nil) }
    hint.slot = slot
    let row = unsafe rows.withUnsafeBufferPointer {
      unsafe UnsafeRawPointer($0.baseAddress! + slot)
    }
    // An optional's payload starts at the address of the optional. No row is written while a row is lent.
    unsafe body(Lent(at: row.assumingMemoryBound(to: Element.self)))
  }

  /// Returns the position of the row in a slot. Searches at the end and around the slot's number first; a row is there
  /// unless rows were sorted.
  @inlinable
  func position(of slot: Int) -> Int {
    unsafe order.withUnsafeBufferPointer { order in
      let wanted = Int32(truncatingIfNeeded: slot)
      let last = order.count - 1
      if unsafe order[last] == wanted { return last }
      var below = min(slot, last)
      var above = below + 1
      while below >= 0 || above <= last {
        if below >= 0 {
          if unsafe order[below] == wanted { return below }
          below -= 1
        }
        if above <= last {
          if unsafe order[above] == wanted { return above }
          above += 1
        }
      }
      preconditionFailure("a row has a slot and no position")
    }
  }

  /// Keeps the rows that satisfy a predicate, in order, and renumbers their slots.
  func keep(_ isKept: (Element) throws -> Bool) rethrows {
    var kept: ContiguousArray<Element?> = []
    for slot in order where try isKept(rows[Int(slot)]!) { kept.append(rows[Int(slot)]) }
    rows = kept
    free = []
    order = ContiguousArray(kept.indices.lazy.map { Int32(truncatingIfNeeded: $0) })
    slots = Dictionary(uniqueKeysWithValues: kept.indices.lazy.map { (self.id(at: $0), $0) })
    log.noteAll()
    left.noteAll()
    structureChanged()
  }

  /// Restores the id of a row that has changed its own id, if the id is writable. The row's other changes stay.
  @usableFromInline
  func restoreID(_ id: ID, at slot: Int) {
    StepIssue.report(
      .elementIDChanged, "a row with the id \(id) changed its own id; it keeps the old one")
    if let path = idSource.keyPath as? WritableKeyPath<Element, ID> {
      rows[slot]![keyPath: path] = id
      return
    }
    // For an `Identifiable` element, only the getter of the id is known.
    let row = rows[slot]!
    guard let offset = TypeMetadata.offset(of: "id", as: ID.self, in: row) else { return }
    withField(of: &rows[slot]!, at: offset) { $0 = id }
  }
}

/// The ids of rows as a set.
@usableFromInline
final class RowIDs<ID: Hashable> {
  let ids: OrderedSet<ID>

  init(_ ids: OrderedSet<ID>) { self.ids = ids }
}

/// How to read the id of a row.
@usableFromInline
struct RowIDSource<ID, Element> {
  @usableFromInline private(set) var keyPath: KeyPath<Element, ID>?
  /// The byte offset of an id that is a stored property. It avoids a walk through the key path.
  @usableFromInline private(set) var offset: Int?
  /// The getter of any other id. Not optional, because unwrapping a function counts a reference.
  @usableFromInline let getter: (Element) -> ID

  @inlinable
  init(_ keyPath: KeyPath<Element, ID>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Element>.offset(of: keyPath)
    getter = { $0[keyPath: keyPath] }
  }

  @inlinable
  init(getter: @escaping (Element) -> ID) { self.getter = getter }

  @inlinable
  func id(of element: Element) -> ID { unsafe withUnsafePointer(to: element) { unsafe id(at: $0) } }

  /// Returns the id of the element at an address. Only reads the element.
  @inlinable
  func id(at element: UnsafeRawPointer) -> ID {
    if let offset { return unsafe (element + offset).assumingMemoryBound(to: ID.self).pointee }
    return unsafe lend(element.assumingMemoryBound(to: Element.self), to: getter)
  }
}

/// The slot where a row was last found.
@usableFromInline
final class RowHint {
  @safe @usableFromInline @exclusivity(unchecked) var slot = 0

  @usableFromInline
  init() {}
}
