internal import KumikiJSON
internal import KumikiTestCore

/// The expected changes of an action, as a test in C states them: members to set, or a JSON Patch.
struct TestChanges: Error, CustomStringConvertible {
  /// Why they cannot be applied.
  let description: String

  /// The edit that makes the changes. Throws if they have neither form, or do not fit the state.
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

  private static func edited(_ state: JSON, by changes: JSON) throws(JSONError) -> JSON {
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
