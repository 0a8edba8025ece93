internal import IssueReporting
internal import Kumiki
package import KumikiTestCore

/// The test frameworks, provided by the module that links them. This module links none, so that programs
/// other than tests may import it.
package struct TestFrameworks: Sendable {
  private static let linked = LockIsolated<TestFrameworks?>(nil)

  /// The linked frameworks; nil outside of tests. Set before the first test runs.
  package static var current: TestFrameworks? {
    get { linked.value }
    set { linked.setValue(newValue) }
  }

  /// Records a failure in the running test. Returns false if it must be reported as an issue instead.
  package let takes: @Sendable (TestFailure<TestSite>) -> Bool

  package init(takes: @escaping @Sendable (TestFailure<TestSite>) -> Bool) { self.takes = takes }

  /// Ends the program if tests are running that would not receive failures.
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
