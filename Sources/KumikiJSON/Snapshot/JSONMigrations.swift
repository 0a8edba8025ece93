/// The steps by which a program reads its earlier versions' states, each from one version to the next.
package struct JSONMigrations {
  /// Returns the state in the next version's format; nil if it cannot be read.
  package typealias Step = (JSON) -> JSON?

  package let version: Int64?
  private let steps: [Int64: Step]

  /// Makes no migrations, so that states are used unchanged.
  package init() { (version, steps) = (nil, [:]) }

  /// - Parameters:
  ///   - version: the program's own version.
  ///   - steps: the steps by the version from which they migrate.
  package init(to version: Int64, _ steps: [Int64: Step]) {
    (self.version, self.steps) = (version, steps)
  }

  /// Whether a state of a version would be changed.
  func applies(to first: Int64) -> Bool { version.map { first < $0 } ?? false }

  /// Throws for a version above the program's own.
  @inline(never)
  func check(_ first: Int64) throws(JSONError) {
    guard let version, first > version else { return }
    throw JSONError(
      .decode, path: "/version",
      message:
        "found version \(first), expected at most \(version): a newer program has written this")
  }

  func migrate(_ state: JSON, from first: Int64) throws(JSONError) -> JSON {
    guard let version else { return state }
    try check(first)
    var state = state
    for number in first..<version {
      guard let step = steps[number] else {
        throw JSONError(
          .decode, path: "/version",
          message:
            "found version \(first), expected \(version): there is no migration from \(number)")
      }
      guard let next = step(state) else {
        throw JSONError(
          .decode, path: "/state", message: "the migration from version \(number) cannot read it")
      }
      state = next
    }
    do throws(JSONError) { try JSONMeasure.check(state) } catch { throw error.below("state") }
    return state
  }

  /// Returns an action in the program's version; nil if a step leaves it out. A version without a step changes no
  /// action.
  func migrate(action: JSON, from first: Int64) throws(JSONError) -> JSON? {
    guard let version, first < version else { return action }
    var action = action
    for number in first..<version {
      guard let step = steps[number] else { continue }
      let next = step(action)
      if next?.kind == .null { return nil }
      guard let next, next.node.mayBeAction else {
        let found = JSONError.found(next?.node)
        throw JSONError(
          .decode, path: "/action",
          message:
            "the migration from version \(number) returned \(found), expected an action or null")
      }
      action = next
    }
    do throws(JSONError) { try JSONMeasure.check(action) } catch { throw error.below("action") }
    return action
  }
}

/// The migrations of a log that an earlier version of the program recorded.
package final class JSONLogMigrations {
  let states: JSONMigrations
  let actions: JSONMigrations

  package init(states: JSONMigrations, actions: JSONMigrations) {
    (self.states, self.actions) = (states, actions)
  }

  /// Whether a run of a version is migrated.
  ///
  /// - Throws: for a version above the program's own.
  func apply(to version: Int64) throws(JSONError) -> Bool {
    try states.check(version)
    try actions.check(version)
    return states.applies(to: version) || actions.applies(to: version)
  }
}
