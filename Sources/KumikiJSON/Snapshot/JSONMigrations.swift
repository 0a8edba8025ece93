/// The steps by which a program reads its earlier versions' states, each from one version to the next.
package struct JSONMigrations {
  /// Returns the state in the next version's format; nil if it cannot be read.
  package typealias Step = (JSON) -> JSON?

  private let version: Int64?
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

  func migrate(_ state: JSON, from first: Int64) throws(JSONError) -> JSON {
    guard let version else { return state }
    guard first <= version else {
      throw JSONError(
        .decode, path: "/version",
        message:
          "found version \(first), expected at most \(version): a newer program has written this")
    }
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
}
