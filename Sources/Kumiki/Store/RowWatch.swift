/// Those who show rows, by the ids of the rows.
@usableFromInline
final class RowMembers<ID: Hashable>: PlaceWatch {
  // Unchecked: the store's thread alone comes here. Held by hand, as in the list.
  /// Of each row the one who came last, who leads to the others.
  @usableFromInline @exclusivity(unchecked) var members: [ID: Unmanaged<RowObserver<ID>>] = [:]
  @usableFromInline @exclusivity(unchecked) var mark = RowLog<ID>.Mark()

  @usableFromInline
  override init(_ findDue: @escaping (PlaceWatch, UnsafeRawPointer, ObserverList) -> Void) {
    super.init(findDue)
  }

  /// What was done to the rows since the last time is known by their ids, or else all are due.
  @inlinable
  func look<Element>(at storage: RowStorage<ID, Element>, for list: ObserverList) {
    if storage.log.isAt(mark) || members.isEmpty { return }
    let isKnown = storage.log.visit(since: &mark) { id in
      if let member = members[id] { tell(member, list) }
    }
    if !isKnown { for member in members.values { tell(member, list) } }
  }

  /// All who show one row are due.
  @usableFromInline
  func tell(_ last: Unmanaged<RowObserver<ID>>, _ list: ObserverList) {
    var next: Unmanaged<RowObserver<ID>>? = last
    while let member = next {
      list.due.append(.fromOpaque(member.toOpaque()))
      next = member._withUnsafeGuaranteedRef { $0.before }
    }
  }

  override func enter(_ observer: Observer) {
    let observer = observer as! RowObserver<ID>
    let entered = Unmanaged.passUnretained(observer)
    observer.before = members.updateValue(entered, forKey: observer.id)
    observer.before?._withUnsafeGuaranteedRef { $0.after = entered }
    observer.isIn = true
  }

  override func leave(_ observer: Observer) -> Bool {
    let observer = observer as! RowObserver<ID>
    guard observer.isIn else { return false }
    observer.isIn = false
    observer.before?._withUnsafeGuaranteedRef { $0.after = observer.after }
    if let after = observer.after {
      after._withUnsafeGuaranteedRef { $0.before = observer.before }
    } else {
      members[observer.id] = observer.before
    }
    (observer.before, observer.after) = (nil, nil)
    return true
  }

  override func drop() -> [Unmanaged<Observer>] {
    var all: [Unmanaged<Observer>] = []
    for last in members.values {
      var next: Unmanaged<RowObserver<ID>>? = last
      while let member = next?.takeUnretainedValue() {
        all.append(.passUnretained(member))
        next = member.before
        member.isIn = false
        (member.before, member.after) = (nil, nil)
      }
    }
    members = [:]
    return all
  }
}

/// One who shows a row.
@usableFromInline
final class RowObserver<ID: Hashable>: Observer {
  let id: ID
  private let members: RowMembers<ID>
  // Unchecked: the store's thread alone comes here. The list holds them all.
  /// Others who show the same row.
  @exclusivity(unchecked) fileprivate var before: Unmanaged<RowObserver>?
  @exclusivity(unchecked) fileprivate var after: Unmanaged<RowObserver>?
  @exclusivity(unchecked) fileprivate var isIn = false

  init(
    _ id: ID, _ members: RowMembers<ID>, turn: Int, _ look: @escaping (UnsafeRawPointer) -> Void
  ) {
    self.id = id
    self.members = members
    super.init(turn: turn, isRaw: false, look)
  }

  override var watch: PlaceWatch? { members }
}

extension ObserverList {
  /// Those who show the rows of a collection that lies at an offset in the state; made when it is first
  /// asked for.
  @inlinable
  func members<State, ID, Element>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Element>>, at offset: Int
  ) -> RowMembers<ID> {
    watch(rows) {
      RowMembers<ID> { watch, state, list in
        (state + offset).lend(IdentifiedArray<ID, Element>.self) {
          unsafeDowncast(watch, to: RowMembers<ID>.self).look(at: $0.storage, for: list)
        }
      }
    }
  }

  @usableFromInline
  func add<ID>(
    _ id: ID, _ members: RowMembers<ID>, _ look: @escaping (UnsafeRawPointer) -> Void
  ) -> Observer {
    add { RowObserver(id, members, turn: $0, look) }
  }
}
