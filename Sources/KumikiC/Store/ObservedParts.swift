internal import Kumiki
internal import KumikiJSON

/// The observed parts of a Swift feature's state.
///
/// Writes of a reducer to such a state are not recorded. So each part is read once after a burst for all of
/// its observers, which are notified only if it differs. Observers of rows are notified if their row was
/// touched.
final class ObservedParts {
  private var parts: [Key: ObservedPart] = [:]
  private var rows: [JSONPointer: ObservedRows] = [:]
  private let places: JSONRowsPlaces

  struct Key: Hashable {
    let address: JSONAddress
    /// Where the address of the observing view ends.
    let base: JSONAddress
    let aspect: ObservedAspect
  }

  init(_ places: JSONRowsPlaces) { self.places = places }

  var isEmpty: Bool { parts.isEmpty && rows.isEmpty }

  /// Marks the observers as due for which something may have changed.
  func find<State: Encodable>(in state: State, for list: ObserverList) {
    for part in parts.values where part.hasChanged() { list.makeDue(part.group) }
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
  /// - Parameter look: reads the part.
  func observe(
    _ key: Key, in list: ObserverList, look: @escaping ObservedPart.Look,
    _ notify: @escaping () -> Void
  ) -> (part: ObservedPart, end: () -> Void) {
    let part = parts[key] ?? ObservedPart(look)
    parts[key] = part
    part.reset()
    let end = add(to: part.group, of: list, notify) { [self] in
      if part.group.isEmpty, parts[key] === part { parts[key] = nil }
    }
    return (part, end)
  }

  /// Calls `notify` when a row, or a row around it, was touched.
  func observe(
    _ row: JSONAddress.Row, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    let known = rows[row.array] ?? ObservedRows(row.array, in: places)
    rows[row.array] = known
    return add(to: known.group(row.id), of: list, notify) { [self] in
      known.forget(row.id)
      if known.isEmpty { rows[row.array] = nil }
    }
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

/// The aspect of a part that is observed.
enum ObservedAspect: Hashable {
  case value
  /// The value, and the identity of the presentation.
  case presentation
  /// The ids of rows, in order.
  case ids
}

/// One part of a Swift feature's state, as it was after the last burst.
final class ObservedPart {
  /// What identifies the part besides its value.
  struct Mark: Equatable {
    /// Whether the state of the observing view exists.
    var isShown = true
    var presented: String?
    var structure: UInt64 = 0
  }

  /// Reads the value, a new reference.
  typealias Look = () throws -> (node: JSONNode?, mark: Mark)

  let group = ObserverGroup()
  /// Nil if the value could not be written as JSON, and until the first burst after an observer was added,
  /// which may have seen another value than the others.
  private(set) var last: (value: JSON?, mark: Mark)?
  private let look: Look

  init(_ look: @escaping Look) { self.look = look }

  /// Makes the next look count as a change.
  func reset() { last = nil }

  /// Reads the part; returns whether it has changed.
  func hasChanged() -> Bool {
    guard let (node, mark) = try? look() else {
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
    return now.isEqual(to: before)
  }
}
