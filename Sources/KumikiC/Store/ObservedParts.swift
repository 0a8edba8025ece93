internal import KumikiValues
internal import KumikiJSON

/// The observed parts of a Swift feature's state.
///
/// A reducer's writes to such a state are not recorded. Each part is therefore read once after a burst, for all of its
/// observers, which are notified only if the part differs. Observers of rows are notified if their row was touched.
final class ObservedParts {
  private var parts: [Key: ObservedPart] = [:]
  private var rows: [JSONPointer: ObservedRows] = [:]
  private let places: JSONRowsPlaces
  /// Counts the bursts while there are parts.
  private(set) var bursts: UInt64 = 0

  struct Key: Hashable {
    let address: JSONAddress
    /// The end of the observing scoped store's address.
    let base: JSONAddress
    let aspect: ObservedAspect
  }

  init(_ places: JSONRowsPlaces) { self.places = places }

  var isEmpty: Bool { parts.isEmpty && rows.isEmpty }

  /// Marks as due the observers whose part may have changed.
  func find<State: Encodable>(in state: State, for list: ObserverList) {
    bursts += 1
    for part in parts.values where !part.group.isEmpty && part.hasChanged(bursts) {
      list.makeDue(part.group)
    }
    for array in rows.values { array.find(in: state) { list.makeDue($0) } }
  }

  var groups: [ObserverGroup] { parts.values.map(\.group) + rows.values.flatMap(\.all) }

  /// Called when the store has ended.
  func clear() {
    parts = [:]
    rows = [:]
  }

  /// Calls `notify` after each change of a part outside of rows, until the returned closure is called.
  ///
  /// - Parameter reading: Reads the part.
  func observe(
    _ key: Key, in list: ObserverList, reading: @escaping ObservedPart.Reading,
    _ notify: @escaping () -> Void
  ) -> (part: ObservedPart, end: () -> Void) {
    let part = parts[key] ?? ObservedPart(reading)
    parts[key] = part
    part.reset()
    let end = add(to: part.group, of: list, notify) { [self] in
      forget(part, key)
    }
    return (part, end)
  }

  private func forget(_ part: ObservedPart, _ key: Key) {
    if part.group.isEmpty, part.readers == 0, parts[key] === part { parts[key] = nil }
  }

  /// Returns a part that a value is derived from. The part is kept until `stopReading`.
  func read(_ key: Key, reading: @escaping ObservedPart.Reading) -> ObservedPart {
    let part = parts[key] ?? ObservedPart(reading)
    parts[key] = part
    part.readers += 1
    return part
  }

  func stopReading(_ part: ObservedPart, _ key: Key) {
    part.readers -= 1
    forget(part, key)
    if let row = key.base.rows.first { forget(row) }
  }

  /// Returns the observers of a row, or of a part outside of rows.
  func group(of part: ObservedPart, _ key: Key) -> ObserverGroup {
    guard let row = key.base.rows.first else { return part.group }
    let known = rows[row.array] ?? ObservedRows(row.array, in: places)
    rows[row.array] = known
    return known.group(row.id)
  }

  /// Calls `notify` when a row, or a row around it, was touched.
  func observe(
    _ row: JSONAddress.Row, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    let known = rows[row.array] ?? ObservedRows(row.array, in: places)
    rows[row.array] = known
    return add(to: known.group(row.id), of: list, notify) { [self] in forget(row) }
  }

  /// Called when a row can have no more observers.
  private func forget(_ row: JSONAddress.Row) {
    guard let known = rows[row.array] else { return }
    known.forget(row.id)
    if known.isEmpty { rows[row.array] = nil }
  }

  private func add(
    to group: ObserverGroup, of list: ObserverList, _ notify: @escaping () -> Void,
    forget: @escaping () -> Void
  ) -> () -> Void {
    weak let observer = list.add(in: group) { _ in notify() }
    return {
      if let observer { list.cancel(observer) }
      forget()
    }
  }
}

/// The observed aspect of a part.
enum ObservedAspect: Hashable {
  case value
  /// The value, and the presentation id.
  case presentation
  /// The ids of rows, in order.
  case ids
}

/// One part of a Swift feature's state, as of the last burst.
final class ObservedPart {
  /// The attributes that identify the part, in addition to its value.
  struct Mark: Equatable {
    /// Whether the observing scoped store's state exists.
    var isShown = true
    var presented: ExactText?
    var structure: UInt64 = 0
  }

  /// Reads the value and returns a new reference.
  typealias Reading = () throws -> (node: JSONNode?, mark: Mark)

  let group = ObserverGroup()
  /// Nil if the value could not be written as JSON. Also nil until the first burst after an observer was added: that
  /// observer may have seen another value than the others.
  private(set) var last: (value: JSON?, mark: Mark)?
  private let reading: Reading
  /// How many values are derived from the part.
  var readers = 0
  /// The last burst before `last` was read.
  private var burst: UInt64?

  init(_ reading: @escaping Reading) { self.reading = reading }

  /// Makes the next read count as a change.
  func reset() { (last, burst) = (nil, nil) }

  /// Returns the current part; nil if it cannot be written as JSON.
  ///
  /// - Parameter burst: The number of the last burst; nil in the middle of a burst.
  func now(_ burst: UInt64?) -> (value: JSON?, mark: Mark)? {
    if let burst, burst == self.burst { return last }
    // If there are observers, `last` stays: the next burst's changes are found by comparing with it.
    guard let burst, group.isEmpty else { return read() }
    self.burst = burst
    let before = last
    let read = read()
    // An equal value stays the same object, so that later comparisons end immediately.
    if let read, let before, Self.isSame(read, before) { return before }
    last = read
    return last
  }

  private func read() -> (value: JSON?, mark: Mark)? {
    guard let (node, mark) = try? reading() else { return nil }
    return (node.map { JSON(stealing: $0) }, mark)
  }

  static func isSame(
    _ first: (value: JSON?, mark: Mark), _ second: (value: JSON?, mark: Mark)
  ) -> Bool {
    first.mark == second.mark && isEqual(first.value?.node, second.value?.node)
  }

  /// Reads the part after a burst; returns whether it has changed.
  func hasChanged(_ burst: UInt64) -> Bool {
    self.burst = burst
    guard let (node, mark) = try? reading() else {
      last = nil
      return true
    }
    if let last, last.mark == mark, Self.isEqual(last.value?.node, node) {
      node?.releaseDeep()
      return false
    }
    last = (node.map { JSON(stealing: $0) }, mark)
    return true
  }

  private static func isEqual(_ before: JSONNode?, _ now: JSONNode?) -> Bool {
    guard let before, let now else { return before == nil && now == nil }
    if before == now { return true }
    return now.isEqual(to: before)
  }
}
