/// The places of whoever encodes again and again, by their depth: each serves one container after
/// another.
///
/// With a place goes the object that the standard library puts around its keyed container. Finding
/// that object's type at run time and making one costs more than what most containers hold.
final class EncodingRoom {
  /// What there is at a depth. Counted by hand: looking at it must not count.
  private struct Entry {
    /// Owned here, or by the box where there is one.
    var place: UnsafeMutableRawPointer?
    /// What a `KeyedEncodingContainer` consists of: a reference to one object.
    var box: UnsafeMutableRawPointer?
    /// The type of the box's keys.
    var keys: UnsafeRawPointer?
    var isTaken = false
  }

  private var entries = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)

  deinit {
    clear()
    entries.deallocate()
  }

  /// A place at a depth that nobody uses now, until `giveBack`.
  func take(_ depth: Int) -> Unmanaged<EncodingPlace> {
    if depth > entries.count { grow(to: depth) }
    let entry = entries.baseAddress! + (depth - 1)
    // Somebody may encode another value of that depth meanwhile.
    if entry.pointee.isTaken { return .passRetained(EncodingPlace(depth: depth, in: self)) }
    entry.pointee.isTaken = true
    if let place = entry.pointee.place { return .fromOpaque(place) }
    let made = Unmanaged.passRetained(EncodingPlace(depth: depth, in: self))
    entry.pointee.place = made.toOpaque()
    return made
  }

  /// Takes a place back that has ended. One that a container still holds is let go of.
  func giveBack(_ place: Unmanaged<EncodingPlace>) {
    guard let entry = entry(of: place) else { return place.release() }
    if Self.isUnique(&entry.pointee.place, EncodingPlace.self),
      entry.pointee.box == nil || Self.isUnique(&entry.pointee.box, AnyObject.self)
    {
      entry.pointee.isTaken = false
      place._withUnsafeGuaranteedRef { $0.rest() }
    } else {
      place._withUnsafeGuaranteedRef { $0.outlive() }
      drop(entry)
    }
  }

  /// The container of a place for keys of one type.
  func container<Key: CodingKey>(
    of place: EncodingPlace, _ type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let keys = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard let entry = entry(of: .passUnretained(place)) else {
      return KeyedEncodingContainer(BridgeKeyedEncoding<Key>(place: place))
    }
    if entry.pointee.keys != keys {
      let container = KeyedEncodingContainer(BridgeKeyedEncoding<Key>(place: place))
      let isOneReference =
        MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<Unmanaged<AnyObject>>.size
      guard isOneReference else { return container }
      keep(unsafeBitCast(container, to: Unmanaged<AnyObject>.self), keys, at: entry)
    }
    return UnsafeRawPointer(entry.pointer(to: \.box)!)
      .assumingMemoryBound(to: KeyedEncodingContainer<Key>.self).pointee
  }

  private func keep(
    _ box: Unmanaged<AnyObject>, _ keys: UnsafeRawPointer, at entry: UnsafeMutablePointer<Entry>
  ) {
    let place = Unmanaged<EncodingPlace>.fromOpaque(entry.pointee.place!)
    if let old = entry.pointee.box {
      _ = place.retain()
      Unmanaged<AnyObject>.fromOpaque(old).release()
    }
    entry.pointee.box = box.retain().toOpaque()
    entry.pointee.keys = keys
    place.release()
  }

  private func entry(of place: Unmanaged<EncodingPlace>) -> UnsafeMutablePointer<Entry>? {
    let depth = place._withUnsafeGuaranteedRef { $0.depth }
    guard depth <= entries.count else { return nil }
    let entry = entries.baseAddress! + (depth - 1)
    return entry.pointee.place == place.toOpaque() ? entry : nil
  }

  private static func isUnique<Object: AnyObject>(
    _ reference: inout UnsafeMutableRawPointer?, _: Object.Type
  ) -> Bool {
    withUnsafeMutablePointer(to: &reference) {
      $0.withMemoryRebound(to: Object.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
  }

  private func grow(to depth: Int) {
    let wider = UnsafeMutableBufferPointer<Entry>.allocate(capacity: max(4, depth * 2))
    wider.initialize(repeating: Entry())
    for index in entries.indices { wider[index] = entries[index] }
    entries.deallocate()
    entries = wider
  }

  /// Has the next search compare all keys; false where the last one did so.
  func forgetTurns() -> Bool {
    var forgot = false
    for entry in entries {
      guard let place = entry.place else { continue }
      Unmanaged<EncodingPlace>.fromOpaque(place)._withUnsafeGuaranteedRef { place in
        if place.wantedTurn != 0 { forgot = true }
        place.wantedTurn = 0
      }
    }
    return forgot
  }

  /// Lets go of all places. They and their boxes hold this room, so that its owner has to.
  func clear() {
    guard let first = entries.baseAddress else { return }
    for index in entries.indices { drop(first + index) }
  }

  private func drop(_ entry: UnsafeMutablePointer<Entry>) {
    let old = entry.pointee
    entry.pointee = Entry()
    if let box = old.box {
      Unmanaged<AnyObject>.fromOpaque(box).release()
    } else if let place = old.place {
      Unmanaged<EncodingPlace>.fromOpaque(place).release()
    }
  }
}
