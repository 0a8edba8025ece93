internal import Kumiki
internal import KumikiJSON

/// The parts of a Swift feature's state that somebody observes.
///
/// Nobody notes what a reducer writes to such a state. So a part is looked at once after a burst for all
/// who observe it, and they are asked only where it differs; of rows those are asked whose row was touched.
final class ObservedParts {
  private var parts: [Key: ObservedPart] = [:] {
    didSet { order = Array(parts.values) }
  }
  /// The values of `parts`, to be iterated while observers change them.
  private var order: [ObservedPart] = []
  private var rows: [JSONPointer: ObservedRows] = [:]
  private let places: JSONRowsPlaces

  fileprivate struct Key: Hashable {
    let base: JSONAddress
    let pointer: JSONPointer
    let aspect: ObservedAspect
  }

  init(_ places: JSONRowsPlaces) { self.places = places }

  /// Nobody observes anything.
  private(set) var isEmpty = true

  /// Adds those to whom something may be different to those who are due.
  func find<State: Encodable>(in state: State, for list: ObserverList) {
    for part in order where part.hasChanged() { list.makeDue(part.group) }
    if rows.isEmpty { return }
    for array in rows.values { array.find(in: state) { list.makeDue($0) } }
  }

  var groups: [ObserverGroup] { parts.values.map(\.group) + rows.values.flatMap(\.all) }

  /// The store has ended.
  func clear() {
    parts = [:]
    rows = [:]
    isEmpty = true
  }

  /// A part that lies in no row; made where nobody observes it yet.
  ///
  /// - Parameter make: says what of it is looked at.
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

  /// Calls `notify` where a part has changed, until what is answered is called.
  func observe(
    _ part: ObservedPart, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    part.reset()
    return add(to: part.group, of: list, notify) { [self] in
      if part.group.isEmpty, let key = part.key, parts[key] === part { parts[key] = nil }
    }
  }

  /// Calls `notify` where a row, or the row that it is in, was touched.
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

/// What of a part its observers look at.
enum ObservedAspect: Hashable {
  case value
  /// The value, and the identity of what is presented.
  case presentation
  /// The ids of rows, in order.
  case ids
}

/// One part of a Swift feature's state, and what was there after the last burst.
final class ObservedPart {
  let group = ObserverGroup()
  fileprivate var key: ObservedParts.Key?
  /// The value after the last burst, for those who are told; nil where there is none. Owned.
  private(set) var node: JSONNode?
  /// What cannot be written as JSON was found: those who are told have to look for themselves.
  private(set) var isUnreadable = false
  /// The view is there through which the part is observed.
  private(set) var isShown = true
  /// Somebody has come who may have seen another value than the others.
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
  ///   - value: looks at the value, a new reference.
  ///   - mark: looks at what beside its value tells one part from the next; nil where nothing does.
  ///   - isShown: whether the view is there. Asked where there is no value, or null.
  init(
    value: @escaping () throws -> JSONNode?, mark: (() throws -> Mark)?,
    isShown: @escaping () -> Bool
  ) {
    (lookAtValue, lookAtMark, lookAtView) = (value, mark, isShown)
  }

  deinit { node?.releaseDeep() }

  /// The next look is one at something else.
  func reset() { isAnew = true }

  /// Looks; whether it is as it was.
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
