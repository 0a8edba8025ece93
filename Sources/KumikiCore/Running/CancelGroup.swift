/// Effects under one id that were accepted together. `cancel(id:)` finds them through the group.
@usableFromInline
package final class CancelGroup {
  let id: AnyHashable
  /// The feature that the id belongs to.
  let scope: ScopeNode
  /// The next outer id around the effects.
  let outer: CancelGroup?
  /// The innermost turn of a serial effect around the effects.
  let turn: (any EffectTurn)?
  @safe @exclusivity(unchecked) package var isCancelled = false
  /// The running effects, by serial.
  @safe @exclusivity(unchecked) private var members: [UInt64: EffectEntry] = [:]
  /// The number of immediate sends that are in progress.
  @safe @exclusivity(unchecked) private var sends = 0
  /// The entry of the id in the table, set while the group has members or sends.
  @safe @exclusivity(unchecked) private(set) var mark: CancelMark?
  @safe @exclusivity(unchecked) private var amongMark = Links<CancelGroup>()
  @safe @exclusivity(unchecked) private var amongScope = Links<CancelGroup>()

  /// Creates a group for effects that are about to be accepted.
  init(
    _ id: AnyHashable, of scope: ScopeNode, inside outer: CancelGroup?, turn: (any EffectTurn)?
  ) {
    self.id = id
    self.scope = scope
    self.outer = outer
    self.turn = turn
  }

  /// The running effects of the group, in any order.
  var running: some Collection<EffectEntry> { members.values }

  func insert(_ entry: EffectEntry) {
    register(in: entry.table)
    members[entry.serial] = entry
  }

  func remove(_ entry: EffectEntry) {
    members[entry.serial] = nil
    unregister(from: entry.table)
  }

  /// Calls `body`, which sends an action immediately. A cancellation caused by that action finds this group and the
  /// outer groups, even if no effect in them is running.
  func sending(in table: EffectTable, _ body: () -> Void) {
    for group in outward {
      group.register(in: table)
      group.sends += 1
    }
    body()
    for group in outward {
      group.sends -= 1
      group.unregister(from: table)
    }
  }

  private func register(in table: EffectTable) {
    guard mark == nil else { return }
    let mark = table.mark(id)
    self.mark = mark
    mark.groups.append(self)
    mark.count += 1
    scope.insert(self)
  }

  private func unregister(from table: EffectTable) {
    guard members.isEmpty, sends == 0, let mark else { return }
    self.mark = nil
    mark.groups.remove(self)
    mark.count -= 1
    if mark.count == 0 { table.forget(mark) }
    scope.remove(self)
  }

  /// The id of groups that no program sees.
  static var hidden: AnyHashable { AnyHashable(ObjectIdentifier(CancelGroup.self)) }

  /// The ids of this group and its outer groups that a program can name.
  var names: [AnyHashable] {
    let hidden = Self.hidden
    var names: [AnyHashable] = []
    for group in outward where group.id != hidden { names.append(group.id) }
    return names
  }

  /// Cancels the effects of this group. Nothing more starts in it.
  func cancel() {
    isCancelled = true
    var doomed: [EffectEntry] = []
    doomed += running
    for entry in doomed.ordered(by: { $0.serial < $1.serial }) { entry.cancel() }
  }

  /// This group, followed by its outer groups.
  var outward: UnfoldFirstSequence<CancelGroup> { sequence(first: self) { $0.outer } }

  /// Marks this group and its outer groups as cancelled if their id is `id`, of the feature or of one below it: nothing
  /// more starts in them.
  ///
  /// Between two members of a chain no effect is running, so the table does not know the chain's groups.
  func cancelAround(_ id: AnyHashable, in scope: ScopeNode) {
    for group in outward where group.id == id && group.scope.isInside(scope.identity) {
      group.isCancelled = true
    }
  }

  enum AmongMark: LinkPlace {
    static subscript(_ group: CancelGroup) -> Links<CancelGroup> {
      get { group.amongMark }
      set { group.amongMark = newValue }
    }
  }

  enum AmongScope: LinkPlace {
    static subscript(_ group: CancelGroup) -> Links<CancelGroup> {
      get { group.amongScope }
      set { group.amongScope = newValue }
    }
  }
}

/// An id that is in use by running effects, anywhere in a store.
final class CancelMark {
  let id: AnyHashable
  @safe @exclusivity(unchecked) var groups = LinkedList<CancelGroup.AmongMark>()
  @safe @exclusivity(unchecked) var count = 0

  init(_ id: AnyHashable) { self.id = id }
}

// MARK: - Finding

extension EffectTable {
  func mark(_ id: AnyHashable) -> CancelMark {
    if let mark = marks[id] { return mark }
    let mark = CancelMark(id)
    marks[id] = mark
    return mark
  }

  func forget(_ mark: CancelMark) { marks[mark.id] = nil }

  /// The number of registered ids, for tests.
  package var registeredIDCount: Int { marks.count }

  /// Cancels the effects under `id` in a feature and in all features below it.
  ///
  /// Groups in `sparing` are not cancelled: an effect that is made cancellable twice with the same id and
  /// `cancelInFlight` must not stop itself.
  /// - Complexity: O(*n*) in the effects found, plus the smaller of two numbers: the groups in the feature and below
  ///   it, and the groups under this id in the store.
  func cancel(_ id: AnyHashable, in scope: ScopeNode, sparing: CancelGroup? = nil) {
    guard let mark = marks[id] else { return }
    var doomed: [EffectEntry] = []
    for group in scope.identity.groups(under: mark)
    where sparing?.outward.contains(where: { $0 === group }) != true {
      group.isCancelled = true
      doomed += group.running
    }
    for entry in doomed.ordered(by: { $0.serial < $1.serial }) { entry.cancel() }
  }
}

extension ScopeNode {
  func insert(_ group: CancelGroup) {
    groups.append(group)
    count(1)
  }

  func remove(_ group: CancelGroup) {
    groups.remove(group)
    count(-1)
  }

  private func count(_ difference: Int) {
    for node in upward { node.groupCount += difference }
  }

  /// Returns the groups of an id that belong to this feature or to a feature below it.
  fileprivate func groups(under mark: CancelMark) -> [CancelGroup] {
    if parent == nil { return mark.groups.all }
    if mark.count <= groupCount {
      return mark.groups.all.filter { $0.scope.isInside(self) }
    }
    var found: [CancelGroup] = []
    var stack = [self]
    while let node = stack.popLast() {
      if node.groupCount == 0 { continue }
      found += node.groups.all.filter { $0.mark === mark }
      node.children.append(to: &stack)
    }
    return found
  }
}

/// The turn of a serial effect, as the effect's work sees it. The next effect starts when the last work has left.
protocol EffectTurn: AnyObject {
  /// Records the start of work that may outlive its effect: a function on another thread, a task.
  func enter()
  /// Records the end of such work. Called on the loop's thread.
  func leave()
}
