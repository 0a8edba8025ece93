/// Where a declaration of an effect that follows the state is: the part that it follows, and its name.
package struct FollowedPlace: Hashable {
  package let optic: OpticID
  package let name: String

  init(_ optic: OpticID, _ name: String) {
    self.optic = optic
    self.name = name
  }
}

/// What an effect that follows the state was begun for. Kept by its node in the cancellation tree, also
/// after the effect has finished: it begins again only for another value.
package class FollowedEffect {
  package let time: RunningTime
  /// When it was begun, by the loop's clock, and how much of its time had passed then.
  private let began: UInt64
  private let firstAge: Int64

  init(_ time: RunningTime, at began: UInt64, _ age: EffectAge?) {
    self.time = time
    self.began = began
    firstAge = age?.now ?? 0
  }

  /// The place that it follows, for messages. For subclasses.
  package var place: String { "" }

  /// How many nanoseconds of its time have passed.
  fileprivate func age(at now: UInt64) -> Int64 {
    firstAge.addingClamped(Int64(clamping: now - min(began, now)))
  }
}

extension Effect {
  /// This effect in a node of its own under `key`, which remembers what it was begun for until the key is
  /// ended. It belongs to no send: nobody waits for it.
  ///
  /// - Parameter age: how much of its time has passed already, if it goes on after a restore.
  func following(_ key: ScopeKey, _ memory: AnyObject, _ age: EffectAge? = nil) -> Self {
    Self(node: FollowingNode(self, key, memory, age))
  }

  /// Remembers something under `key`, without an effect.
  @usableFromInline
  static func remembering(_ memory: AnyObject, under key: ScopeKey) -> Self {
    Effect.none.following(key, memory)
  }
}

private final class FollowingNode<Action>: EffectNode<Action> {
  private let effect: Effect<Action>
  private let key: ScopeKey
  private let memory: AnyObject
  private let age: EffectAge?

  init(
    _ effect: Effect<Action>, _ key: ScopeKey, _ memory: AnyObject, _ age: EffectAge?
  ) {
    self.effect = effect
    self.key = key
    self.memory = memory
    self.age = age
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    // Not `isCancelled`, which asks for the send as well.
    guard !acceptance.table.isEnded, !acceptance.scope.isEnded else { return }
    let scope = acceptance.scope.child(key, kind: .transparent)
    scope.remember(memory)
    var inner = acceptance
    inner.heldScope = Uncounted(scope)
    inner.heldTaskTree = acceptance.table.sharedTaskTree()
    inner.age = age
    scope.pinned { effect.accept(inner, into: sink) }
  }
}

/// Ends effects that followed the state, which nothing declares any more.
final class EndFollowingNode: AnyEffectNode {
  private let node: ScopeNode
  private let optics: [OpticID]

  init(_ node: ScopeNode, _ optics: [OpticID]) {
    self.node = node
    self.optics = optics
  }

  override func accept(_: Acceptance, anySink _: AnyObject) { node.endFollowing(at: optics) }
}

// MARK: - For snapshots

/// How much of an effect's time has passed: the timers that were due by then have fired.
@usableFromInline
package struct EffectAge {
  /// When the snapshot was taken, in nanoseconds from the effect's beginning. Negative if it had not begun.
  let atSnapshot: Int64
  /// Now; not less.
  let now: Int64

  /// The age of the effect that begins when a wait ends.
  func after(_ wait: UInt64) -> EffectAge {
    let wait = Int64(clamping: wait)
    return EffectAge(atSnapshot: atSnapshot.addingClamped(-wait), now: max(0, now - wait))
  }
}

extension EffectAge? {
  /// How long a timer has still to wait; nil if it fired before the snapshot.
  func left(of nanoseconds: UInt64) -> UInt64? {
    guard let age = self else { return nanoseconds }
    let length = Int64(clamping: nanoseconds)
    if length <= age.atSnapshot { return nil }
    return nanoseconds - min(nanoseconds, UInt64(age.now))
  }

  /// When a repeating timer ticks next, and the beginning of its grid. Of ticks that were missed one is made
  /// up for.
  func ticks(every interval: UInt64, from now: UInt64) -> (first: UInt64, grid: UInt64) {
    guard let age = self, interval > 0 else {
      let first = now.addingClamped(interval)
      return (first, first)
    }
    let passed = UInt64(age.now)
    let grid = now.addingClamped(interval - passed % interval)
    let ticksThen = UInt64(max(0, age.atSnapshot)) / interval
    return (ticksThen < passed / interval ? now : grid, grid)
  }
}

/// An effect that follows the state, as a snapshot has it.
package struct FollowedRecord {
  /// The keys of the features around it, the outermost first, and its own.
  package let way: [ScopeKey]
  package let time: RunningTime
  package let age: Int64
  /// Whether it has finished, or was cancelled by an id: it begins again for another value only.
  package let isDone: Bool
}

/// What a snapshot keeps of an effect that follows the state.
package struct KeptEffect: Sendable {
  package let isDone: Bool
  /// How many nanoseconds of its time had passed; nil if its timers begin anew.
  package let age: Int64?
  /// The date at which its time began, in nanoseconds since 1970; nil if the time between does not count.
  package let since: Int64?

  package init(isDone: Bool, age: Int64?, since: Int64?) {
    self.isDone = isDone
    self.age = age
    self.since = since
  }

  /// - Parameter date: now.
  package init(_ record: FollowedRecord, at date: Int64) {
    isDone = record.isDone
    age = record.time == .restart ? nil : record.age
    since = record.time == .deadline ? date - record.age : nil
  }

  /// - Parameter date: now.
  package func restored(at date: Int64) -> RestoredEffect {
    let passed = since.map { date.subtractingReportingOverflow($0) }
    let now = passed.map { $0.overflow ? 0 : $0.partialValue } ?? 0
    return RestoredEffect(isDone: isDone, age: age, now: now)
  }
}

/// What a restored store knows of an effect that followed the state.
package struct RestoredEffect {
  package let isDone: Bool
  /// Nil if its timers begin anew.
  package let age: EffectAge?

  /// - Parameters:
  ///   - age: that of the snapshot; nil if its timers begin anew.
  ///   - now: the age now, if that is greater.
  fileprivate init(isDone: Bool, age: Int64?, now: Int64) {
    self.isDone = isDone
    self.age = age.map { EffectAge(atSnapshot: $0, now: max($0, now, 0)) }
  }
}

extension EffectTable {
  /// The effects that follow the state, finished ones too, in no order.
  package var followed: [FollowedRecord] {
    var found: [FollowedRecord] = []
    var stack: [(ScopeNode, [ScopeKey])] = [(root, [])]
    while let (node, way) = stack.popLast() {
      if let effect = node.memory as? FollowedEffect {
        let running = node.everyEntry
        let age = effect.age(at: loop.now)
        // A timer that is due and has not fired yet is still to come.
        let due = running.compactMap(\.due).min() ?? .max
        let late = due > loop.now ? 0 : Int64(clamping: loop.now - due) + 1
        found.append(
          FollowedRecord(
            way: way, time: effect.time, age: age - late, isDone: running.isEmpty))
      }
      var children: [ScopeNode] = []
      node.children.append(to: &children)
      for child in children { if let key = child.key { stack.append((child, way + [key])) } }
    }
    return found
  }
}

extension ScopeNode {
  /// The running effects here and below.
  fileprivate var everyEntry: [EffectEntry] {
    var found: [EffectEntry] = []
    var stack = [self]
    while let node = stack.popLast() {
      found += node.entries.all
      node.children.append(to: &stack)
    }
    return found
  }
}

extension Int64 {
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
