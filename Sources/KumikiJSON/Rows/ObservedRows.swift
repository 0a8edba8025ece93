package import Kumiki

/// Those who observe rows of one collection in a typed state, found by the ids of changes it notes.
package final class ObservedRows {
  private let place: JSONRowsPlace
  private let places: JSONRowsPlaces
  private var groups: [JSON: ObserverGroup] = [:]
  /// The type that the collection was found in last, which says what an id is.
  private var type: ObjectIdentifier?
  private var rows: (any ObservableRows.Type)?
  private var groupsByID: [AnyHashable: ObserverGroup] = [:]
  private var mark = RowLogMark()
  /// Of so few rows it takes longer to find those that were touched than to ask all who observe one.
  private static let few = 4

  /// - Parameter array: where the collection is.
  package init(_ array: JSONPointer, in places: JSONRowsPlaces) {
    self.places = places
    place = places.place(at: array)
  }

  package var isEmpty: Bool { groups.isEmpty }
  package var all: [ObserverGroup] { Array(groups.values) }

  /// Those who observe the row with an id.
  package func group(_ id: JSON) -> ObserverGroup {
    if let known = groups[id] { return known }
    let made = ObserverGroup()
    groups[id] = made
    if let key = rows?.key(of: id) { groupsByID[key] = made }
    return made
  }

  /// Somebody has left: of a row that nobody observes nothing is kept.
  package func forget(_ id: JSON) {
    guard groups[id]?.isEmpty == true else { return }
    groups[id] = nil
    if let key = rows?.key(of: id) { groupsByID[key] = nil }
  }

  /// Hands those to `tell` whose row may be another one, gone or new since the last time: nobody where no
  /// row was touched; all of them where they are few, or the collection is not there or notes no changes.
  package func find<State: Encodable>(in state: State, _ tell: (ObserverGroup) -> Void) {
    if groups.isEmpty { return }
    if let found = try? places.rows(at: place, in: state), visit(found.boxed, tell) { return }
    for group in groups.values { tell(group) }
  }

  /// - Returns: false where it is not known which rows were touched.
  private func visit<Value: Encodable>(_ value: Value, _ tell: (ObserverGroup) -> Void) -> Bool {
    if type != ObjectIdentifier(Value.self) { learn(Value.self) }
    guard let rows else { return false }
    return visit(value, as: rows, tell)
  }

  private func visit<Value, Rows: ObservableRows>(
    _ value: Value, as type: Rows.Type, _ tell: (ObserverGroup) -> Void
  ) -> Bool {
    let rows = known(value, as: type)
    if groups.count <= Self.few { return !rows.passChanges(since: &mark) }
    return rows.visitKeys(since: &mark) { key in
      if let group = groupsByID[key] { tell(group) }
    }
  }

  private func learn<Value>(_ type: Value.Type) {
    self.type = ObjectIdentifier(type)
    rows = type as? any ObservableRows.Type
    mark = RowLogMark()
    groupsByID = [:]
    guard let rows else { return }
    for (id, group) in groups {
      if let key = rows.key(of: id) { groupsByID[key] = group }
    }
  }
}

/// A collection that notes which of its rows were touched.
private protocol ObservableRows {
  /// An id as the collection has it; nil for JSON that can be none.
  static func key(of id: JSON) -> AnyHashable?
  /// Whether any row may be another one since a mark, which moves on.
  func passChanges(since mark: inout RowLogMark) -> Bool
  /// Calls `visit` with the ids of those rows. Returns false, and does not, where it may be any.
  func visitKeys(since mark: inout RowLogMark, _ visit: (AnyHashable) -> Void) -> Bool
}

extension IdentifiedArray: ObservableRows where ID: Codable, Element: Encodable {
  fileprivate static func key(of id: JSON) -> AnyHashable? {
    (try? JSONBridge.decode(ID.self, from: id)).map { AnyHashable($0) }
  }

  fileprivate func passChanges(since mark: inout RowLogMark) -> Bool {
    passRowChanges(since: &mark)
  }

  fileprivate func visitKeys(
    since mark: inout RowLogMark, _ visit: (AnyHashable) -> Void
  ) -> Bool {
    visitChanges(since: &mark) { visit(AnyHashable($0)) }
  }
}
