// The texts of failures about shared values.

extension TestTexts {
  /// The differences of two states and of shared values.
  func lines(_ expected: State, _ actual: State, _ shared: [SharedDifference]) -> String
  where State: Equatable {
    let own = expected == actual ? [] : [subject.difference(expected, actual)]
    return (own + shared.map(lines)).joined(separator: "\n\n")
  }

  private func lines(_ difference: SharedDifference) -> String {
    let name = difference.name == "value" ? "a shared value" : "the shared value \(difference.name)"
    return "\(name):\n\(subject.sharedDifference(difference.expected, difference.actual))"
  }

  func untrueShared(_ shared: SharedDifference) -> String {
    text("A shared value is not as asserted (- asserted, + actual):", lines(shared))
  }

  func unstatedShared(_ shared: [SharedDifference], before what: String) -> String {
    text(
      "Shared values were written, and not stated before \(what) (- stated, + actual):",
      shared.map(lines).joined(separator: "\n\n"), subject.words.sharedAdvice)
  }
}
