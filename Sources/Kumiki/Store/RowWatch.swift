/// Tells those who show rows of one collection, and nobody whose row is as it was.
@usableFromInline
class RowWatch {
  /// Adds to a list's `due` those whose rows may be others now. Made where the rows' types are known.
  private final let findDue: (RowWatch, UnsafeRawPointer, ObserverList) -> Void

  init(_ findDue: @escaping (RowWatch, UnsafeRawPointer, ObserverList) -> Void) {
    self.findDue = findDue
  }

  final func find(_ state: UnsafeRawPointer, _ list: ObserverList) { findDue(self, state, list) }

  func enter(_: Observer) {}
  /// - Returns: false where it was not here.
  func leave(_: Observer) -> Bool { false }
  /// All of them, whom it forgets.
  func drop() -> [Unmanaged<Observer>] { [] }
}

/// Those who show rows, by the ids of the rows.
@usableFromInline
final class RowMembers<ID: Hashable>: RowWatch {
  // Unchecked: the store's thread alone comes here. Held by hand, as in the list.
  @usableFromInline @exclusivity(unchecked) var members: [ID: Unmanaged<Observer>] = [:]
  @usableFromInline @exclusivity(unchecked) var mark = RowLog<ID>.Mark()

  @usableFromInline
  override init(_ findDue: @escaping (RowWatch, UnsafeRawPointer, ObserverList) -> Void) {
    super.init(findDue)
  }

  /// What was done to the rows since the last time is known by their ids, or else all are due.
  @inlinable
  func look<Element>(at storage: RowStorage<ID, Element>, for list: ObserverList) {
    if storage.log.isAt(mark) || members.isEmpty { return }
    let isKnown = storage.log.visit(since: &mark) { id in
      if let member = members[id] { list.due.append(member) }
    }
    if !isKnown { list.due.append(contentsOf: members.values) }
  }

  override func enter(_ observer: Observer) {
    members[(observer as! RowObserver<ID>).id] = .passUnretained(observer)
  }

  override func leave(_ observer: Observer) -> Bool {
    let id = (observer as! RowObserver<ID>).id
    guard members[id]?.toOpaque() == Unmanaged.passUnretained(observer).toOpaque() else {
      return false
    }
    members[id] = nil
    return true
  }

  override func drop() -> [Unmanaged<Observer>] {
    defer { members = [:] }
    return Array(members.values)
  }
}

/// One who shows a row.
final class RowObserver<ID: Hashable>: Observer {
  let id: ID
  private let members: RowMembers<ID>

  init(
    _ id: ID, _ members: RowMembers<ID>, turn: Int, _ look: @escaping (UnsafeRawPointer) -> Void
  ) {
    self.id = id
    self.members = members
    super.init(turn: turn, isRaw: false, look)
  }

  override var watch: RowWatch? { members }
}

extension ObserverList {
  /// Those who show the rows that are reached in one way; made when it is first asked for.
  @usableFromInline
  func members<ID>(
    _ identity: ScopeIdentity,
    _ find: @escaping (RowWatch, UnsafeRawPointer, ObserverList) -> Void
  ) -> RowMembers<ID> {
    watch(identity) { RowMembers<ID>(find) } as! RowMembers<ID>
  }

  @usableFromInline
  func add<ID>(
    _ id: ID, _ members: RowMembers<ID>, _ look: @escaping (UnsafeRawPointer) -> Void
  ) -> Observer {
    add { RowObserver(id, members, turn: $0, look) }
  }
}
