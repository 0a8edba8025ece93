internal import Kumiki
internal import KumikiJSON

/// The observed parts of a Swift feature's state.
///
/// Writes of a reducer to such a state are not recorded. So each part is read once after a burst for all of
/// its observers, which are notified only if it differs. Observers of rows are notified if their row was
/// touched.
final class ObservedParts {
  private var parts: [Key: ObservedPart] = [:] {
    didSet { order = Array(parts.values) }
  }
  /// The values of `parts`, for iterating while observers change them.
  private var order: [ObservedPart] = []
  private var rows: [JSONPointer: ObservedRows] = [:]
  private let places: JSONRowsPlaces

  fileprivate struct Key: Hashable {
    let base: JSONAddress
    let pointer: JSONPointer
    let aspect: ObservedAspect
  }

  init(_ places: JSONRowsPlaces) { self.places = places }

  /// Whether nothing is observed.
  private(set) var isEmpty = true

  /// Marks the observers as due for which something may have changed.
  func find<State: Encodable>(in state: State, for list: ObserverList) {
    for part in order where part.hasChanged() { list.makeDue(part.group) }
    if rows.isEmpty { return }
    for array in rows.values { array.find(in: state) { list.makeDue($0) } }
  }

  var groups: [ObserverGroup] { parts.values.map(\.group) + rows.values.flatMap(\.all) }

  /// Called when the store has ended.
  func clear() {
    parts = [:]
    rows = [:]
    isEmpty = true
  }

  /// A part outside of rows, made if it is not observed yet.
  ///
  /// - Parameter make: makes the part for an aspect.
  func part(
    _ base: JSONAddress, _ pointer: JSONPointer, _ aspect: ObservedAspect,
    _ make: () -> ObservedPart
  ) -> ObservedPart {
    let key = Key(base: base, pointer: pointer, aspect: aspect)
    if let known = parts[key] { return known }
    let made = make()
    made.key = key
    parts[key] = made
    return made
  }

  /// Calls `notify` after each change of a part, until the returned closure is called.
  func observe(
    _ part: ObservedPart, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    part.reset()
    return add(to: part.group, of: list, notify) { [self] in
      if part.group.isEmpty, let key = part.key, parts[key] === part { parts[key] = nil }
    }
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
    isEmpty = false
    weak let observer = list.add(in: group) { _ in notify() }
    return { [self] in
      if let observer { list.cancel(observer) }
      forget()
      isEmpty = parts.isEmpty && rows.isEmpty
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

/// One part of a Swift feature's state, with its value after the last burst.
final class ObservedPart {
  let group = ObserverGroup()
  fileprivate var key: ObservedParts.Key?
  /// The value after the last burst, for observers; nil if there is none. Owned.
  private(set) var node: JSONNode?
  /// Whether the value could not be written as JSON. Observers then have to read it themselves.
  private(set) var isUnreadable = false
  /// Whether the state of the observing view exists.
  private(set) var isShown = true
  /// Whether an observer was added that may have seen another value than the others.
  private var isAnew = true
  private var mark = Mark()
  private let lookAtValue: () throws -> JSONNode?
  private let lookAtMark: (() throws -> Mark)?
  private let lookAtView: () -> Bool

  struct Mark: Equatable {
    var presented: String?
    var structure: UInt64 = 0
  }

  /// - Parameters:
  ///   - value: reads the value, a new reference.
  ///   - mark: reads what identifies the part besides its value; nil if nothing does.
  ///   - isShown: whether the view's state exists. Called if the value is missing or null.
  init(
    value: @escaping () throws -> JSONNode?, mark: (() throws -> Mark)?,
    isShown: @escaping () -> Bool
  ) {
    (lookAtValue, lookAtMark, lookAtView) = (value, mark, isShown)
  }

  deinit { node?.releaseDeep() }

  /// Makes the next read count as a change.
  func reset() { isAnew = true }

  /// Reads the part; returns whether it has changed.
  func hasChanged() -> Bool {
    do {
      let isOther = try lookAgain()
      defer { (isAnew, isUnreadable) = (false, false) }
      return isOther || isAnew || isUnreadable
    } catch {
      isUnreadable = true
      return true
    }
  }

  private func lookAgain() throws -> Bool {
    var isOther = false
    if let now = try lookAtMark?() {
      isOther = now != mark
      mark = now
    }
    let now = try lookAtValue()
    let isNothing = now.map { $0.kind == .null } ?? true
    let wasShown = isShown
    isShown = !isNothing || lookAtView()
    if let now, let node, now.isEqual(to: node) {
      now.releaseDeep()
      return isOther || isShown != wasShown
    }
    isOther = isOther || isShown != wasShown || now != nil || node != nil
    node?.releaseDeep()
    node = now
    return isOther
  }
}
