internal import KumikiValues

/// Saves the snapshots of one store, one after another: the first as a whole, and each later one as its changes.
package final class JSONSaver {
  private let version: Int64
  private let limits: SavedPart.Limits
  /// The last saved snapshot.
  private var last: SavedSnapshot?
  /// The places of the transient members, as of the last snapshot that was saved as a whole.
  private var transient: JSONTransient?

  /// - Parameters:
  ///   - version: the program's number for the format of its states.
  ///   - historyBytes: the largest size of histories in bytes.
  ///   - hide: returns the part of a value to save, for a path from the state with "-" for any index; nil to save
  ///     nothing of the value. Pass nil if there are no secrets.
  package init(
    version: Int64, historyBytes: Int, hide: ((JSON, _ path: String) -> JSON?)?
  ) {
    self.version = version
    limits = SavedPart.Limits(bytes: historyBytes, hide: hide)
  }

  /// Returns the saved form of a snapshot with its state.
  package func whole(_ snapshot: JSONSnapshot) throws(JSONError) -> JSON {
    transient = snapshot.transient
    let snapshot = try snapshot.lasting()
    var members = try snapshot.frame(version: version)
    members.append(("state", open(snapshot.state)))
    if let before = snapshot.before { members.append(("before", open(before))) }
    let shortages = Shortage.count
    let saved = SavedSnapshot(snapshot, limits)
    let json = JSON(members: members + saved.members)
    if Shortage.count == shortages { last = saved }
    return json
  }

  /// Returns the changes outside the state since the last snapshot, as a patch of its saved form, and the
  /// nanoseconds by which its ages have grown since the snapshot saved as a whole. Nil if none was saved.
  package func change(
    _ snapshot: JSONSnapshot
  ) throws(JSONError) -> (patch: JSON, passed: Int64)? {
    guard let last else { return nil }
    let shortages = Shortage.count
    let saved = last.followed(by: try snapshot.lasting(), limits)
    let patch = saved.patch(since: last)
    if Shortage.count == shortages { self.last = saved }
    return (patch.json, saved.hasAges ? saved.passed : 0)
  }

  /// Returns a step of a trace without the writes of transient members.
  package func lasting(step: JSON) throws(JSONError) -> JSON {
    try transient?.lasting(step: step) ?? step
  }

  private func open(_ state: JSON) -> JSON {
    guard let hide = limits.hide else { return state }
    return hide(state, "") ?? .null
  }
}
