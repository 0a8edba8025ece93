internal import IssueReporting
internal import Kumiki
package import KumikiTestCore

/// The frameworks that run tests, as the module knows them that links them. This one does not, so that a
/// program that is no test may import it.
package struct TestFrameworks: Sendable {
  private static let linked = LockIsolated<TestFrameworks?>(nil)

  /// Those that are linked: nil in a program that is no test. Set before the first test runs.
  package static var current: TestFrameworks? {
    get { linked.value }
    set { linked.setValue(newValue) }
  }

  /// Whether a failure was handed to the test that runs, and need not go by way of an issue.
  package let takes: @Sendable (TestFailure<TestSite>) -> Bool

  package init(takes: @escaping @Sendable (TestFailure<TestSite>) -> Bool) { self.takes = takes }

  /// Ends the program where tests run that no failure would reach.
  static func check(for site: TestSite) {
    guard isTesting, current == nil else { return }
    fatalError(
      """
      no test store can fail this test, since its frameworks are not linked. Add the product KumikiTesting of \
      the package Kumiki, or DependenciesTestSupport, to the dependencies of the test target; files need \
      not name it.
      """, file: site.filePath, line: site.line)
  }
}
