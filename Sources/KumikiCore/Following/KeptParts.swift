// The data of state-driven effects in a snapshot.

/// A state-driven effect, as recorded from a running store.
package struct FollowedRecord {
  /// The keys of the features around the effect, outermost first, and its own key.
  package let scopePath: [ScopeKey]
  package let time: RunningTime
  package let age: Int64
  /// The date when the effect's time began; nil if the time between two runs does not count.
  package let since: Int64?
  /// Whether the effect has finished, or was cancelled by an id. It starts again only for another value.
  package let isDone: Bool
  package let parts: KeptParts
  package let windows: [KeptWindow]
}

/// A state-driven effect, as stored in a snapshot.
package struct KeptEffect: Sendable {
  package let isDone: Bool
  /// The nanoseconds of the effect's time that had passed; nil if its timers start from the beginning.
  package let age: Int64?
  /// The date when the effect's time began, in nanoseconds since 1970; nil if the time between two runs does not count.
  package let since: Int64?
  /// The parts that were running or waiting. Nil if the effect had finished, in older formats, and if its timers start
  /// from the beginning and no part was waiting.
  package let parts: KeptParts?
  /// The open windows of the effect's throttles.
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

  /// - Parameter date: the current date.
  package func restored(at date: Int64) -> RestoredEffect {
    let passed = since.map { date.subtractingReportingOverflow($0) }
    let now = passed.map { $0.overflow ? 0 : $0.partialValue } ?? 0
    let age = age.map { EffectAge(atSnapshot: $0, now: max($0, now, 0)) }
    return RestoredEffect(isDone: isDone, age: age, parts: parts, windows: windows)
  }
}

/// A state-driven effect of the snapshot, as a restored store uses it.
package struct RestoredEffect {
  package let isDone: Bool
  /// Nil if the effect's timers start from the beginning.
  let age: EffectAge?
  let parts: KeptParts?
  let windows: [KeptWindow]
}

/// The progress of an effect at a snapshot and now.
package struct EffectAge {
  /// The time of the snapshot, in nanoseconds of the effect's time.
  let atSnapshot: Int64
  /// The current time, not before the snapshot.
  let now: Int64
}

/// A part of an effect that was running or waiting at a snapshot.
package struct KeptPart: Equatable, Sendable {
  package let number: Int32
  /// When its timer is due, in nanoseconds of the effect's time; nil for other work and before the start.
  package let due: Int64?
  /// Whether it is a member of a chain that has ended, and the next member has not started.
  package let isOver: Bool
  /// Its wait for a turn, or for the end of a throttle's window; nil if it was not waiting, and in older formats.
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
  /// Its position among the waits of its queue, from 1.
  package let place: Int32
  /// The number of operators around it that had already admitted it; see ``EffectPart/inside``.
  package let inside: UInt16

  package init(place: Int32, inside: UInt16) {
    self.place = place
    self.inside = inside
  }

  /// Returns the position of the wait for a part inside `other` admitting operators: 0 if that wait was over.
  func place(inside other: UInt16) -> Int32 {
    other < inside ? 0 : other == inside ? place : .max
  }
}

/// The window of a throttle.
package struct KeptWindow: Sendable {
  package let id: UncheckedSendable<AnyHashable>
  /// The age of the window, in nanoseconds.
  package let age: Int64
  package let length: UInt64

  package init(id: AnyHashable, age: Int64, length: UInt64) {
    self.id = UncheckedSendable(id)
    self.age = age
    self.length = length
  }
}

/// The parts of an effect that ran or waited at a snapshot. Other parts had ended, or are later chain members.
package struct KeptParts: Sendable {
  /// The number of nodes of the whole effect. Another number, or other kinds, means another effect.
  package let count: Int32
  /// A hash of the nodes' kinds; nil in older formats.
  package let kinds: UInt32?
  /// The parts, sorted by their numbers.
  package let running: [KeptPart]

  package init(count: Int32, kinds: UInt32?, _ running: [KeptPart]) {
    self.count = count
    self.kinds = kinds
    var seen = Set<Int32>()
    // If two parts have the same number, one is the wait for the other. Keeps the part that has started.
    self.running = running.ordered { ($0.number, $0.due ?? .max) < ($1.number, $1.due ?? .max) }
      .filter { seen.insert($0.number).inserted }
  }

  /// The same parts without due times, for an effect whose timers start from the beginning; nil if no part was waiting.
  fileprivate var timeless: KeptParts? {
    guard running.contains(where: { $0.wait != nil }) else { return nil }
    return KeptParts(
      count: count, kinds: kinds, running.map { KeptPart(number: $0.number, wait: $0.wait) })
  }

  /// Returns the queue position of a part that starts from the beginning: 0 if any part was running.
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
  /// Returns the index of the first element that satisfies a condition. All elements after it must satisfy it too.
  fileprivate func partitionPoint(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
