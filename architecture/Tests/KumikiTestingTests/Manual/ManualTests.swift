import Foundation
import Testing

/// architecture/docs/testing.md shows code that runs, with its real output.
@MainActor @Suite struct ManualTests {
  @Test("Each of the ten mistakes fails once, with the message that the manual shows")
  func messages() async throws {
    let manual = try Manual()
    #expect(mistakes.count == 10)
    for (index, mistake) in mistakes.enumerated() {
      let found = await reports(mistake.test)
      #expect(found.count == 1, "\(mistake.title)")
      let section = "### \(index + 1). \(mistake.title)"
      let shown = manual.blocks.first { $0.section == section && $0.language.isEmpty }
      let message = try #require(found.first).message
      #expect(
        shown?.lines.joined(separator: "\n") == message.trimmingCharacters(in: .newlines),
        "\(section)")
    }
  }

  @Test func `The failing test prints what the manual shows`() throws {
    let shown = try #require(
      Manual().blocks.first { $0.section == "## A test that fails" && $0.language.isEmpty })
    let run = try TestRun(
      "--testing-library", "swift-testing", "--filter", "FailingStopwatchTests/countsSeconds")
    let printed = Manual.trimmed(run.output.components(separatedBy: "\n")).map(Manual.timeless)
    let lines = Manual.trimmed(shown.lines).map(Manual.timeless)
    #expect(
      lines.count > 10 && printed.joined(separator: "\n").contains(lines.joined(separator: "\n")))
  }
}
