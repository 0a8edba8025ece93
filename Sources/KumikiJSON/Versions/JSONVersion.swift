/// A state at one time, as the inverses that lead back to it from a later version.
///
/// Guarded by the lock of its ``JSONVersions``.
final class JSONVersion: @unchecked Sendable {
  /// The later version. The last version leads back from the current state, or from `end`.
  var next: JSONVersion?
  /// The state that the last version leads back from, once no more inverses are recorded.
  var end: JSON?
  var inverses = Inverses()
  /// The time that the inverses take, in inverses of usual size.
  var cost = 0
  let line: Line
  /// The number of moments here, and of earlier versions that lead back from here.
  var holders = 0
  /// The number of the reducer that would take the state of this version as it is. The owner's.
  var wholeFor: UInt64?

  init(in line: Line) { self.line = line }

  /// Versions that lead back from the same state.
  final class Line: @unchecked Sendable {
    /// The time that all their inverses take.
    var cost = 0
  }

  func add(cost more: Int) {
    cost += more
    line.cost += more
  }

  /// Drops the inverses, because this version leads back from an equal state. Returns them, to be released after
  /// the lock.
  func dropInverses() -> Inverses {
    line.cost -= cost
    cost = 0
    defer { inverses = Inverses() }
    return inverses
  }
}

/// The state of a store at one time. Any thread may hold, read and release it.
package final class JSONMoment: Sendable {
  private let place: Place

  private enum Place: Sendable {
    case value(JSON)
    case version(JSONVersion, JSONVersions)
  }

  /// A moment with its own state.
  init(_ state: JSON) { place = .value(state) }

  /// A moment at a version that already counts it.
  init(_ version: JSONVersion, of versions: JSONVersions) { place = .version(version, versions) }

  deinit {
    if case .version(let version, let versions) = place { versions.release(version) }
  }

  /// Returns the inverses that lead from the current state back to here; nil if there are more than a few, or if the
  /// moment belongs to other versions.
  func wayBack(in current: JSONVersions?) -> JSONWayBack? {
    guard case .version(let version, let versions) = place, versions === current else { return nil }
    return versions.wayBack(to: version)
  }

  /// Whether a reducer would take the state as it is: it matches, and lacks no default. False if that is unknown.
  func isWhole(for reducer: UInt64) -> Bool {
    guard case .version(let version, _) = place else { return false }
    return version.wholeFor == reducer
  }

  /// Records that the reducer with the number `reducer` would take the state as it is.
  func noteWhole(for reducer: UInt64, in current: JSONVersions?) {
    guard case .version(let version, let versions) = place, versions === current else { return }
    version.wholeFor = reducer
  }

  /// The state. It lacks if memory runs out.
  var state: JSON {
    switch place {
    case .value(let state): state
    case .version(let version, let versions): versions.state(of: version)
    }
  }
}
