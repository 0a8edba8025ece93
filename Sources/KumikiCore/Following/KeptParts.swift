// What a snapshot keeps of an effect that follows the state.

/// An effect that follows the state, as a snapshot has it.
package struct FollowedRecord {
  /// The keys of the features around it, the outermost first, and its own.
  package let way: [ScopeKey]
  package let time: RunningTime
  package let age: Int64
  /// The date when its time began; nil if the time between does not count.
  package let since: Int64?
  /// Whether it has finished, or was cancelled by an id: it begins again for another value only.
  package let isDone: Bool
  package let parts: KeptParts
  package let windows: [KeptWindow]
}

/// What a snapshot keeps of an effect that follows the state.
package struct KeptEffect: Sendable {
  package let isDone: Bool
  /// How many nanoseconds of its time had passed; nil if its timers begin anew.
  package let age: Int64?
  /// The date at which its time began, in nanoseconds since 1970; nil if the time between does not count.
  package let since: Int64?
  /// What of it was at work; nil if it had finished, in older forms, and if its timers begin anew and nothing of it
  /// waited.
  package let parts: KeptParts?
  /// The windows of its throttles that were open.
  package let windows: [KeptWindow]

  package init(
    isDone: Bool, age: Int64?, since: Int64?, parts: KeptParts?, windows: [KeptWindow]
  ) {
    self.isDone = isDone
    self.age = age
    self.since = since
    self.parts = parts
    self.windows = windows
  }

  package init(_ record: FollowedRecord) {
    isDone = record.isDone
    age = record.time == .restart ? nil : record.age
    since = record.since
    parts =
      record.isDone ? nil : record.time == .restart ? record.parts.timeless : record.parts
    windows = record.windows
  }

  /// - Parameter date: now.
  package func restored(at date: Int64) -> RestoredEffect {
    let passed = since.map { date.subtractingReportingOverflow($0) }
    let now = passed.map { $0.overflow ? 0 : $0.partialValue } ?? 0
    let age = age.map { EffectAge(atSnapshot: $0, now: max($0, now, 0)) }
    return RestoredEffect(isDone: isDone, age: age, parts: parts, windows: windows)
  }
}

/// What a restored store knows of an effect that followed the state.
package struct RestoredEffect {
  package let isDone: Bool
  /// Nil if its timers begin anew.
  let age: EffectAge?
  let parts: KeptParts?
  let windows: [KeptWindow]
}

/// How far an effect had come at a snapshot.
package struct EffectAge {
  /// When the snapshot was taken, in nanoseconds of the effect's time.
  let atSnapshot: Int64
  /// Now; not less.
  let now: Int64
}

/// A part of an effect that was at work at a snapshot.
package struct KeptPart: Equatable, Sendable {
  package let number: Int32
  /// When its timer is due, in nanoseconds of the effect's time; nil for other work, and for what had not begun.
  package let due: Int64?
  /// Whether it is a link of a chain that is over, and the next link has not begun.
  package let isOver: Bool
  /// Where it waits for its turn, or for the end of a throttle's window; nil if it does not, and in older forms.
  package let wait: KeptWait?

  package init(number: Int32, due: Int64? = nil, isOver: Bool = false, wait: KeptWait? = nil) {
    self.number = number
    self.due = isOver ? nil : due
    self.isOver = isOver
    self.wait = wait
  }
}

/// A wait for a turn, or for the end of a throttle's window.
package struct KeptWait: Equatable, Sendable {
  /// Its place among the waits of its queue, from 1.
  package let place: Int32
  /// How many operators around it had let it begin; see ``EffectPart/inside``.
  package let inside: UInt16

  package init(place: Int32, inside: UInt16) {
    self.place = place
    self.inside = inside
  }

  /// The place of a wait with so many operators around it: 0 if it was over.
  func place(inside other: UInt16) -> Int32 {
    other < inside ? 0 : other == inside ? place : .max
  }
}

/// The window of a throttle.
package struct KeptWindow: Sendable {
  package let id: UncheckedSendable<AnyHashable>
  /// For how many nanoseconds it had been open.
  package let age: Int64
  package let length: UInt64

  package init(id: AnyHashable, age: Int64, length: UInt64) {
    self.id = UncheckedSendable(id)
    self.age = age
    self.length = length
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

  /// Those of an effect whose timers begin anew; nil if none waited.
  fileprivate var timeless: KeptParts? {
    guard running.contains(where: { $0.wait != nil }) else { return nil }
    return KeptParts(
      count: count, kinds: kinds, running.map { KeptPart(number: $0.number, wait: $0.wait) })
  }

  /// Where a part waited that begins anew: 0 if it, or anything else, was at work.
  func place(of part: EffectPart) -> Int32 {
    if let wait = self[part.number]?.wait { return wait.place(inside: part.inside) }
    let waits = running.compactMap(\.wait?.place)
    return waits.count < running.count ? 0 : waits.min() ?? 0
  }

  func all(from first: Int32, _ size: Int32) -> ArraySlice<KeptPart> {
    let start = running.partitionPoint { $0.number >= first }
    let (end, overflow) = first.addingReportingOverflow(size)
    return running[start...].prefix { overflow || $0.number < end }
  }

  subscript(number: Int32) -> KeptPart? { all(from: number, 1).first }
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
