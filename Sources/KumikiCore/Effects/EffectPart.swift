/// Which part of an effect that follows the state something is, and how it begins there.
///
/// The nodes of an effect are numbered from the root on, each before the parts that it is made of. The same
/// value makes the same effect again, so a snapshot names by these numbers what is at work.
@usableFromInline
struct EffectPart {
  @usableFromInline
  enum Standing: UInt8 {
    /// It begins now.
    case new
    /// It begins as if at an earlier time: what came before it was over while the program did not run.
    case earlier
    /// The same, in an effect of a snapshot which has only an age: what was due by then is over.
    case aged
    /// It goes on as the snapshot says.
    case kept
  }

  /// Negative in effects that do not follow the state.
  @usableFromInline var number: Int32 = -1
  @usableFromInline var standing = Standing.new
  @usableFromInline var time: Int64 = 0

  @inlinable init() {}

  fileprivate init(_ number: Int32, _ standing: Standing) {
    self.number = number
    self.standing = standing
  }

  var isFollowed: Bool { number >= 0 }

  /// When it began, by the effect's time, if that was earlier.
  var start: Int64? { standing == .earlier || standing == .aged ? time : nil }

  fileprivate func at(_ number: Int32) -> EffectPart {
    var other = self
    other.number = number
    return other
  }

  // MARK: - The next link of a chain

  /// - Parameter time: when it began, if that was earlier; nil for now.
  mutating func begins(at time: Int64?) {
    standing = time == nil ? .new : .earlier
    self.time = time ?? 0
  }

  /// The link before it ended at once.
  ///
  /// - Parameter passed: when that was over which was over in the link before a restore.
  mutating func begins(after link: EffectPart, _ passed: Int64?, _ effect: FollowedEffect) {
    switch link.standing {
    case .new: begins(at: nil)
    case .earlier, .aged: time = max(time, passed ?? time)
    case .kept: begins(at: effect.ageAtSnapshot)
    }
  }
}

/// When a timer fires.
struct EffectTimer {
  /// By the loop's clock.
  let deadline: UInt64
  /// The same, but negative if it was before the clock began.
  let due: Int64
  /// Whether it has fired before the snapshot from which the effect goes on.
  var isOver = false
  /// When it was over, by the effect's time, if that was before the restore. Then what comes after it in a
  /// chain begins at that time, and not now.
  var passed: Int64?

  init(deadline: UInt64) {
    self.deadline = deadline
    due = Int64(clamping: deadline)
  }

  fileprivate init(due: Int64, isOver: Bool, passed: Int64?) {
    self.due = due
    self.isOver = isOver
    self.passed = passed
    deadline = UInt64(max(due, 0))
  }

  /// A moment of a repeating timer's grid, not before the clock began.
  func gridStart(_ interval: UInt64) -> UInt64 {
    let interval = Int64(clamping: max(interval, 1))
    return due < 0 && due % interval != 0 ? UInt64(due % interval + interval) : deadline
  }
}

/// Parts of an effect that are being begun. What a part sends at once may reach a snapshot before the parts
/// after it have begun.
enum PartBeginning {
  /// One member of a merge; those after it have not begun.
  case members(_ rest: EffectPartsCursor, of: EffectPart)
  /// A link of a chain, and the number of its nodes. If nothing in it is at work, it is over.
  case link(EffectPart, Int32)
}

// MARK: - For snapshots

/// A part of an effect that was at work at a snapshot.
package struct KeptPart: Sendable {
  package let number: Int32
  /// When its timer is due, in nanoseconds of the effect's time; nil for other work, and for what had not begun.
  package let due: Int64?
  /// Whether it is a link of a chain that is over, and the next link has not begun.
  package let isOver: Bool

  package init(number: Int32, due: Int64? = nil, isOver: Bool = false) {
    self.number = number
    self.due = isOver ? nil : due
    self.isOver = isOver
  }
}

/// The parts of an effect that were at work at a snapshot. All others were over, or come after them in a chain.
package struct KeptParts: Sendable {
  /// The number of nodes of the whole effect. One with another number, or of other kinds, is another effect.
  package let count: Int32
  /// A hash of their kinds; nil in older forms.
  package let kinds: UInt32?
  /// By their numbers.
  package let running: [KeptPart]

  package init(count: Int32, kinds: UInt32?, _ running: [KeptPart]) {
    self.count = count
    self.kinds = kinds
    var seen = Set<Int32>()
    // Of two with one number one is a wait for the other, which has begun.
    self.running = running.sorted { ($0.number, $0.due ?? .max) < ($1.number, $1.due ?? .max) }
      .filter { seen.insert($0.number).inserted }
  }

  fileprivate func all(from first: Int32, _ size: Int32) -> ArraySlice<KeptPart> {
    let start = running.partitionPoint { $0.number >= first }
    let (end, overflow) = first.addingReportingOverflow(size)
    return running[start...].prefix { overflow || $0.number < end }
  }

  fileprivate subscript(number: Int32) -> KeptPart? { all(from: number, 1).first }
}

/// How far an effect had come at a snapshot.
package struct EffectAge {
  /// When the snapshot was taken, in nanoseconds of the effect's time.
  let atSnapshot: Int64
  /// Now; not less.
  let now: Int64
  /// Nil in a snapshot of an older form: then the timers that were due have fired.
  let parts: KeptParts?
}

/// What an effect that follows the state was begun for. Kept by its node in the cancellation tree, also
/// after the effect has finished: it begins again only for another value.
package class FollowedEffect {
  package let time: RunningTime
  /// When it was begun, by the loop's clock.
  private let began: UInt64
  /// How far it had come before; nil if it begins anew.
  private var before: EffectAge?
  /// The number of its nodes, and a hash of their kinds.
  private var count: Int32 = 0
  private var kinds: UInt32 = 0
  /// The parts that are being begun, each inside the one before.
  var beginning: [PartBeginning] = []
  /// What was one effect too many and has not begun, and what was given up when the loop was finished: a restored store
  /// begins it.
  private var refused: [KeptPart] = []

  init(_ time: RunningTime, at began: UInt64, _ age: EffectAge?) {
    self.time = time
    self.began = began
    before = age
  }

  /// The place that it follows, for messages. For subclasses.
  package var place: String { "" }

  /// How many nanoseconds of its time have passed.
  private func age(at now: UInt64) -> Int64 {
    (before?.now ?? 0).addingClamped(Int64(clamping: now - min(began, now)))
  }

  var ageAtSnapshot: Int64 { before?.atSnapshot ?? 0 }

  /// The whole effect, which begins now.
  func whole(_ node: AnyEffectNode?) -> EffectPart {
    guard let node else { return EffectPart() }
    (count, kinds) = (node.size, node.kinds)
    guard let age = before else { return EffectPart(0, .new) }
    guard let parts = age.parts else { return EffectPart(0, .aged) }
    if parts.count == count, parts.kinds ?? kinds == kinds { return EffectPart(0, .kept) }
    // Another effect than that of the snapshot.
    before = nil
    return EffectPart(0, .new)
  }

  /// A part of a part that begins; nil if it was over at the snapshot.
  ///
  /// - Parameters:
  ///   - number: its number, counted from that of the outer part.
  ///   - size: the number of its nodes.
  func part(_ number: Int32, _ size: Int32, of outer: EffectPart) -> EffectPart? {
    let part = outer.at(outer.number &+ number)
    guard part.standing == .kept, let kept = before?.parts else { return part }
    // The outer part waited for its turn.
    if let own = kept[outer.number], !own.isOver { return EffectPart(part.number, .new) }
    if wasLast(number, of: outer) || kept.all(from: part.number, size).isEmpty { return nil }
    return part
  }

  /// Whether a link of a chain was the last that had ended at the snapshot.
  func wasLast(_ number: Int32, of outer: EffectPart) -> Bool {
    outer.standing == .kept && before?.parts?[outer.number &+ number]?.isOver == true
  }

  /// When a timer fires that a part begins; nil if it begins now.
  func timer(_ part: EffectPart, _ length: UInt64, repeats: Bool, at now: UInt64) -> EffectTimer? {
    guard let before else { return nil }
    let kept = part.standing == .kept ? before.parts?[part.number] : nil
    if kept?.isOver == true {
      return EffectTimer(due: 0, isOver: true, passed: before.atSnapshot)
    }
    let length = Int64(clamping: repeats ? max(length, 1) : length)
    guard var due = kept?.due ?? part.start?.addingClamped(length) else { return nil }
    let wasDue = part.standing == .aged && due <= before.atSnapshot
    if wasDue, repeats {
      due += (before.atSnapshot - due) / length * length
      due = due.addingClamped(length)
    }
    let isOver = wasDue && !repeats
    let wasOver = isOver || (time == .deadline && due <= before.now)
    return EffectTimer(
      due: Int64(clamping: now).addingClamped(due.subtractingClamped(age(at: now))),
      isOver: isOver, passed: wasOver ? due : nil)
  }
}

// MARK: - Taking a snapshot

extension FollowedEffect {
  /// How far it has come.
  ///
  /// - Parameter running: the effects at work in it.
  fileprivate func record(_ way: [ScopeKey], _ entries: [EffectEntry], at now: UInt64)
    -> FollowedRecord
  {
    let age = age(at: now)
    let atWork = entries.filter(\.isLeft)
    var parts = atWork.filter(\.part.isFollowed).flatMap { entry in
      guard entry.due != nil || entry.hasFired else { return left(of: entry.part, entry.size) }
      let left = entry.due.map { $0.subtractingClamped(Int64(clamping: now)) }
      return [
        KeptPart(
          number: entry.part.number, due: left.map(age.addingClamped), isOver: entry.hasFired)
      ]
    }
    parts += refused
    for one in beginning.reversed() { note(one, &parts) }
    return FollowedRecord(
      way: way, time: time, age: age, isDone: atWork.isEmpty && parts.isEmpty,
      parts: KeptParts(count: count, kinds: kinds, parts))
  }

  /// What is left of a part in which nothing is over since it came to be here: all of it, or what the snapshot had from
  /// which it goes on. It may wait for its turn still.
  ///
  /// - Parameter size: the number of its nodes.
  private func left(of part: EffectPart, _ size: Int32) -> [KeptPart] {
    guard part.standing == .kept, let kept = before?.parts else {
      return [KeptPart(number: part.number)]
    }
    return Array(kept.all(from: part.number, size))
  }

  /// Notes a part that was one effect too many, or was given up.
  func refuse(_ part: EffectPart, _ size: Int32) { refused += left(of: part, size) }

  private func note(_ beginning: PartBeginning, _ parts: inout [KeptPart]) {
    switch beginning {
    case .members(var rest, let outer):
      while let member = rest.next() {
        guard let part = part(rest.number, member.size, of: outer) else { continue }
        parts += left(of: part, member.size)
      }
    case .link(let part, let size):
      let isInside = parts.contains { $0.number >= part.number && $0.number - part.number < size }
      if !isInside { parts.append(KeptPart(number: part.number, isOver: true)) }
    }
  }
}

extension EffectTable {
  /// The effects that follow the state, finished ones too, in no order.
  package var followed: [FollowedRecord] {
    let now = loop.now
    var found: [FollowedRecord] = []
    var stack: [(ScopeNode, [ScopeKey])] = [(root, [])]
    var children: [ScopeNode] = []
    while let (node, way) = stack.popLast() {
      if let effect = node.memory as? FollowedEffect {
        found.append(effect.record(way, node.everyEntry, at: now))
      }
      node.children.append(to: &children)
      while let child = children.popLast() {
        if let key = child.key { stack.append((child, way + [key])) }
      }
    }
    return found
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension Array {
  /// The index of the first element that a condition holds for, which holds for all after it.
  fileprivate func partitionPoint(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
