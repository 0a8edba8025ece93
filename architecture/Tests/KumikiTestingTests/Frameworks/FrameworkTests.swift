import Foundation
import Testing

/// The failures of a test store fail the running test, whichever framework runs it.
@Suite struct FrameworkTests {
  @Test func `A failure fails a test of Swift Testing, at its line; a note fails none`() throws {
    let run = try TestRun("--testing-library", "swift-testing", "--filter", "FailingTests")
    #expect(run.status != 0)
    #expect(run.output.contains("Test counting() recorded an issue at FailingTests.swift:22:"))
    #expect(run.output.contains("-   count: 3") && run.output.contains("+   count: 1"))
    #expect(run.output.contains("Test notes() recorded a warning at FailingTests.swift:28:"))
    #expect(run.output.contains("Test notes() passed"))
    #expect(run.output.contains("Test plainStore() recorded an issue at FailingTests.swift:"))
    #expect(
      run.output.contains("binding-unhandled: ") && run.output.contains("Test plainStore() failed"))
  }

  @Test func `And an XCTest`() throws {
    let run = try TestRun("KumikiTestingTests.FailingXCTests")
    #expect(run.status != 0)
    #expect(
      run.output.contains("FailingXCTests.swift:11: error: FailingXCTests.testCounting : failed - ")
    )
    #expect(run.output.contains("-   count: 3") && run.output.contains("+   count: 1"))
    #expect(run.output.contains("FailingXCTests.swift:17: note: Not asserted"))
    #expect(run.output.contains("Test Case 'FailingXCTests.testNotes' passed"))
    #expect(!run.output.contains("host application"))
    #expect(
      run.output.contains("error: FailingXCTests.testPlainStore : failed - binding-unhandled: "))
    #expect(run.output.contains("Test Case 'FailingXCTests.testPlainStore' failed"))
  }

  @Test func `H14: an XCTest of a model fails if a dependency is used that nobody set`() throws {
    let run = try TestRun("KumikiTestingTests.FailingXCTests")
    #expect(
      run.output.contains(
        "FailingXCTests.testUnsetDependency : failed - unimplemented-dependency: the dependency \"uuid\""
      ))
    #expect(run.output.contains("Test Case 'FailingXCTests.testSetDependency' passed"))
  }
}
