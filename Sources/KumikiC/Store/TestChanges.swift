internal import KumikiJSON
internal import KumikiTestCore

/// The expected changes of an action as a C test gives them: members to set, or a JSON Patch.
struct TestChanges: Error, CustomStringConvertible {
  /// Why the changes cannot be applied.
  let description: String

  /// Returns the edit that makes the changes. The edit throws if they have neither format, or do not match the state.
  static func expectation(_ changes: JSON) -> (inout JSON) throws -> Void {
    { state in
      do throws(JSONError) {
        try JSONMeasure.check(changes)
        state = try edited(state, by: changes)
      } catch {
        let place = error.path.isEmpty ? "changes" : "changes, at \(error.path)"
        throw TestChanges(description: "\(place): \(error.message)")
      }
    }
  }

  /// Returns the edit that makes the changes of rows, and then the other changes.
  static func expectation(
    _ rows: [TestRowChanges], _ changes: JSON?, in source: any StoreSource
  ) -> ((inout JSON) throws -> Void)? {
    guard !rows.isEmpty else { return changes.map(expectation) }
    return { state in
      for row in rows { state = try row.edited(state, in: source) }
      if let changes { try expectation(changes)(&state) }
    }
  }

  static func edited(_ state: JSON, by changes: JSON) throws(JSONError) -> JSON {
    switch changes.kind {
    case .object: return try state.settingMembers(changes)
    case .array: return try JSONPatchOperations(changes).applied(to: state)
    default:
      throw JSONError(
        .decode,
        message: "expected an object with the members to set, or a JSON Patch, not \(changes)")
    }
  }
}

/// The expected changes of one row, found by its id.
struct TestRowChanges {
  let rows: JSONPointer
  let id: JSON
  let changes: JSON
  /// The place in the test that declares the changes.
  let place: TestPlace

  func edited(_ state: JSON, in source: any StoreSource) throws -> JSON {
    guard let array = state[rows], array.kind == .array else {
      throw TestChanges(description: "\(rows.shortText): no rows are there")
    }
    let form = source.documented?.rowsForm(at: JSONAddress(rows)) ?? .plain(of: array)
    let index = array.withNode { array in id.withNode { form.index(of: $0, in: array) } }
    guard let index else {
      throw TestChanges(description: "\(rows.shortText): no row has the id \(id)")
    }
    let entry = rows.appending(index: index)
    let place = form.isPath ? entry.appending("element") : entry
    do throws(JSONError) {
      try JSONMeasure.check(changes)
      let row = try TestChanges.edited(state[place] ?? .null, by: changes)
      return try state.setting(place, to: row)
    } catch {
      throw TestChanges(
        description: "the row \(id) of \(rows.shortText)\(error.path): \(error.message)")
    }
  }
}
