import Kumiki
import Testing

/// The default context of a process without the variable.
@Suite struct ContextOfProcessTests {
  @Test("H18: the environment chooses the context of a process", arguments: ["live", "preview"])
  func chosen(name: String) throws {
    let run = try TestRun(
      "--testing-library", "swift-testing", "--filter", "PrintedContextTests",
      environment: ["SWIFT_DEPENDENCIES_CONTEXT": name])
    #expect(run.status == 0)
    #expect(run.output.contains("the context is \(name)"))
  }

  @Test func `H18: a context that is none is told, with those that there are`() throws {
    let run = try TestRun(
      "--testing-library", "swift-testing", "--filter", "PrintedContextTests",
      environment: ["SWIFT_DEPENDENCIES_CONTEXT": "tests"])
    #expect(run.output.contains("the context is test"))
    #expect(
      run.output.contains(
        "SWIFT_DEPENDENCIES_CONTEXT is \"tests\"; expected one of live, preview, test"))
  }
}

@Suite(.enabled(if: failingTestsAreWanted)) struct PrintedContextTests {
  @Test func context() { print("the context is \(DependencyValues.current.context)") }
}
