// In JSON, a text is a string, and a text with styles is a list of its pieces.

extension TextState.Run: Codable {
  private enum CodingKeys: CodingKey { case text, styles }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    text = try members.decode(String.self, forKey: .text)
    styles = Set(try members.decodeIfPresent([TextStyle].self, forKey: .styles) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(text, forKey: .text)
    if styles.isEmpty { return }
    // In a fixed order, because a set has no order.
    try members.encode(TextStyle.allCases.filter(styles.contains), forKey: .styles)
  }
}

extension TextState: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self.init(verbatim: try value.decode(String.self))
    } catch {
      // A value that is not a list was meant to be a string, so the error for a string is thrown.
      guard (try? decoder.unkeyedContainer()) != nil else { throw error }
      self.init(runs: try value.decode([Run].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    let runs = runs
    if runs.allSatisfy(\.styles.isEmpty) {
      try value.encode(description)
    } else {
      try value.encode(runs)
    }
  }
}
