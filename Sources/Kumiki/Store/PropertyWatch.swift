/// Those who show one property: it is compared once for all of them.
@usableFromInline
final class PropertyMembers<Value: Equatable>: PlaceWatch {
  // Unchecked: the store's thread alone comes here. Held by hand, as in the list.
  @exclusivity(unchecked) private var members: [Int: Unmanaged<Observer>] = [:]
  /// What all of them have been told of; nil where one has come since.
  @usableFromInline @exclusivity(unchecked) var last: Value?

  @usableFromInline
  override init(_ findDue: @escaping (PlaceWatch, UnsafeRawPointer, ObserverList) -> Void) {
    super.init(findDue)
  }

  @inlinable
  func look(at property: UnsafePointer<Value>, for list: ObserverList) {
    if let last, last == property.pointee { return }
    tellAll(property, list)
  }

  @usableFromInline
  func tellAll(_ property: UnsafePointer<Value>, _ list: ObserverList) {
    guard !members.isEmpty else { return }
    last = property.pointee
    list.due.append(contentsOf: members.values)
  }

  override func enter(_ observer: Observer) {
    members[observer.turn] = .passUnretained(observer)
    last = nil
  }

  override func leave(_ observer: Observer) -> Bool {
    guard members.removeValue(forKey: observer.turn) != nil else { return false }
    // A value that nobody wants is not kept: what it shares with the state would be copied at a write.
    if members.isEmpty { last = nil }
    return true
  }

  override func drop() -> [Unmanaged<Observer>] {
    defer {
      members = [:]
      last = nil
    }
    return Array(members.values)
  }
}

/// One who shows a property.
final class PropertyObserver: Observer {
  private let members: PlaceWatch

  init(_ members: PlaceWatch, turn: Int, _ look: @escaping (UnsafeRawPointer) -> Void) {
    self.members = members
    super.init(turn: turn, isRaw: false, look)
  }

  override var watch: PlaceWatch? { members }
}

extension ObserverList {
  /// Those who show the property that lies at an offset in the state; made when it is first asked for.
  @inlinable
  func members<State, Value: Equatable>(
    _ property: KeyPath<State, Value>, at offset: Int
  ) -> PropertyMembers<Value> {
    watch(property) {
      PropertyMembers<Value> { watch, state, list in
        unsafeDowncast(watch, to: PropertyMembers<Value>.self)
          .look(at: (state + offset).assumingMemoryBound(to: Value.self), for: list)
      }
    }
  }

  @usableFromInline
  func add<Value>(
    _ members: PropertyMembers<Value>, _ look: @escaping (UnsafeRawPointer) -> Void
  ) -> Observer {
    add { PropertyObserver(members, turn: $0, look) }
  }
}
