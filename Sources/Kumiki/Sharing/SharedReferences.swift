/// The shared values in use, by their keys: who asks for a key that somebody has gets the same value.
final class SharedReferences: Sendable {
  private struct Name: Hashable {
    let id: AnyHashable
    let value: ObjectIdentifier
  }

  private struct Held {
    weak var reference: AnyObject?
  }

  private struct Table {
    var held: [Name: Held] = [:]
    /// The number at which those that have gone are removed.
    var limit = 16
  }

  private let table = Guarded(Table(), in: .sharedValues)

  /// - Parameter initial: the default, asked for only where nobody has the value.
  func reference<Key: SharedReaderKey>(
    for key: Key, initial: () -> Key.Value
  ) -> SharedReference<Key.Value> {
    let name = Name(id: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    if let known: SharedReference<Key.Value> = find(name) { return known }
    // Outside of the table's lock, since the default and the key are the program's code.
    func make(_ place: (any SharedPlace)?) -> SharedReference<Key.Value> {
      keep(
        SharedReference(initial(), name: "\(key)", place: place, keeper: SharedKeeper(key)),
        as: name)
    }
    guard let place = key as? any SharedPlace else { return make(nil) }
    // One thread alone begins with a place.
    return SharedTurn.hold {
      if let known: SharedReference<Key.Value> = find(name) { return known }
      let made = make(place)
      place.keep(made)
      return made
    }
  }

  private func find<Value>(_ name: Name) -> SharedReference<Value>? {
    table.withLock { $0.held[name]?.reference } as? SharedReference<Value>
  }

  /// Notes a reference, unless another thread was first.
  private func keep<Value>(
    _ made: SharedReference<Value>, as name: Name
  ) -> SharedReference<Value> {
    table.withLock { table in
      if let first = table.held[name]?.reference as? SharedReference<Value> { return first }
      if table.held.count >= table.limit {
        table.held = table.held.filter { $0.value.reference != nil }
        table.limit = max(16, table.held.count * 2)
      }
      table.held[name] = Held(reference: made)
      return made
    }
  }
}

/// What a key of the engine's own tells beyond a program's: references of several types may be of one
/// place.
package protocol SharedPlace: SharedReaderKey {
  /// What all references of this place have in common.
  var placeID: SharedPlaceID { get }
  /// The file that it is in, where it is in one.
  var sharedFile: SharedFile? { get }
  /// Keeps a reference for as long as the place is there.
  func keep(_ reference: AnyObject)
}

/// Tells a place where shared values are kept from others.
package struct SharedPlaceID: Hashable, Sendable {
  private let slot: ObjectIdentifier
  private let member: String?

  /// - Parameters:
  ///   - slot: what is kept, with all that is in it.
  ///   - member: the one that is meant.
  package init(_ slot: AnyObject, member: String? = nil) {
    self.slot = ObjectIdentifier(slot)
    self.member = member
  }

  /// Whether a write of one changes the other.
  func overlaps(_ other: Self) -> Bool {
    slot == other.slot && (member == nil || other.member == nil || member == other.member)
  }
}

extension SharedPlace {
  package var sharedFile: SharedFile? { nil }
  package func keep(_ reference: AnyObject) {}
}
