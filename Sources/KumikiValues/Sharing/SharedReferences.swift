/// The shared values in use, by key: uses of the same key get the same value.
final class SharedReferences: Sendable {
  private struct Name: Hashable {
    let id: AnyHashable
    /// The key's type, because keys of different types may have equal ids.
    let key: ObjectIdentifier
  }

  private let table = Guarded(WeakTable<Name>(), in: .sharedValues)

  /// - Parameters:
  ///   - initial: The default, evaluated only if the value is not in use.
  ///   - loadsFirst: Whether a value that is not in use is loaded. If not, the caller has loaded it, or will.
  func reference<Key: SharedReaderKey>(
    for key: Key, initial: () -> Key.Value, loadsFirst: Bool = true
  ) -> SharedReference<Key.Value> {
    let type = (key as? any KeyWithDefault)?.keyType ?? Key.self
    let name = Name(id: AnyHashable(key.id), key: ObjectIdentifier(type))
    if let known: SharedReference<Key.Value> = find(name) { return known }
    // Outside of all locks, since the default is the program's code, which may wait for another thread.
    let initial = initial()
    func make(_ place: (any SharedPlace)?) -> SharedReference<Key.Value> {
      let keeper = SharedKeeper(key, loadsFirst: loadsFirst)
      return keep(SharedReference(initial, name: "\(key)", place: place, keeper: keeper), as: name)
    }
    guard let place = key as? any SharedPlace else { return make(nil) }
    // Only one thread at a time makes a reference with a place.
    return SharedWriteLock.hold {
      if let known: SharedReference<Key.Value> = find(name) { return known }
      let made = make(place)
      place.keep(made)
      return made
    }
  }

  private func find<Value>(_ name: Name) -> SharedReference<Value>? {
    table.withLock { $0[name] } as? SharedReference<Value>
  }

  /// Adds a reference, unless another thread was first, and returns the one in the table.
  private func keep<Value>(
    _ made: SharedReference<Value>, as name: Name
  ) -> SharedReference<Value> {
    table.withLock { table in
      if let first = table[name] as? SharedReference<Value> { return first }
      table.set(name, to: made)
      return made
    }
  }
}

extension SharedScope {
  /// The shared values in use in this scope.
  var references: SharedReferences { storage { SharedReferences() } }
}
