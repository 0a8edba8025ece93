package import KumikiValues

/// The observers of single rows of a typed collection, found by the ids in its recorded changes.
package final class ObservedRows {
  private let place: JSONRowsPlace
  private let places: JSONRowsPlaces
  private var groups: [JSON: ObserverGroup] = [:]
  /// The type of the last collection, which determines the type of an id.
  private var type: ObjectIdentifier?
  private var rows: (any ObservableRows.Type)?
  private var groupsByID: [AnyHashable: ObserverGroup] = [:]
  private var mark = RowLogMark()
  /// Up to this number of rows, notifying all observers is faster than finding the touched rows.
  private static let few = 4

  /// - Parameter array: the pointer to the collection.
  package init(_ array: JSONPointer, in places: JSONRowsPlaces) {
    self.places = places
    place = places.place(at: array)
  }

  package var isEmpty: Bool { groups.isEmpty }
  package var all: [ObserverGroup] { Array(groups.values) }

  /// Returns the observers of the row with an id.
  package func group(_ id: JSON) -> ObserverGroup {
    if let known = groups[id] { return known }
    let made = ObserverGroup()
    groups[id] = made
    if let key = rows?.key(of: id) { groupsByID[key] = made }
    return made
  }

  /// Drops a row without observers. Called after an observer was removed.
  package func forget(_ id: JSON) {
    guard groups[id]?.isEmpty == true else { return }
    groups[id] = nil
    if let key = rows?.key(of: id) { groupsByID[key] = nil }
  }

  /// Passes to `visitGroup` the observers whose row may have changed, left or arrived since the last call. All are
  /// passed if they are few, if the collection is missing, or if it records no changes; none if no row was
  /// touched.
  package func find<State: Encodable>(in state: State, _ visitGroup: (ObserverGroup) -> Void) {
    if groups.isEmpty { return }
    if let found = try? places.rows(at: place, in: state), visit(found, visitGroup) { return }
    for group in groups.values { visitGroup(group) }
  }

  /// - Returns: false if the touched rows are unknown.
  private func visit<Value: Encodable>(_ value: Value, _ visitGroup: (ObserverGroup) -> Void)
    -> Bool
  {
    if type != ObjectIdentifier(Value.self) { learn(Value.self) }
    guard let rows else { return false }
    return visit(value, as: rows, visitGroup)
  }

  private func visit<Value, Rows: ObservableRows>(
    _ value: Value, as type: Rows.Type, _ visitGroup: (ObserverGroup) -> Void
  ) -> Bool {
    let rows = known(value, as: type)
    if groups.count <= Self.few { return !rows.passChanges(since: &mark) }
    return rows.visitKeys(since: &mark) { key in
      if let group = groupsByID[key] { visitGroup(group) }
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

/// A collection that records which of its rows were touched.
private protocol ObservableRows {
  /// Returns an id in the collection's own type; nil for JSON that cannot be an id.
  static func key(of id: JSON) -> AnyHashable?
  /// Whether any row may have changed since a mark. Advances the mark.
  func passChanges(since mark: inout RowLogMark) -> Bool
  /// Calls `visit` with the ids of those rows. If any row may have changed, returns false without a call.
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
