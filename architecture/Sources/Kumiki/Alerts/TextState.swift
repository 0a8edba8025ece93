/// A text for a view, with the styles of its parts. It is data: it can be compared, stored and sent to C.
///
///     TextState("Delete ") + TextState(name).bold() + TextState("?")
///
/// `KumikiArchitecture` adds parts that are looked up in a table of translations when they are shown. Two
/// texts are equal if they show the same characters and styles.
public struct TextState: Sendable {
  /// A piece of a text in one style.
  public struct Run: Hashable, Sendable {
    /// The text of the piece.
    public var text: String
    /// The styles of the piece.
    public var styles: Set<TextStyle>

    /// A piece of a text with its styles.
    public init(_ text: String, styles: Set<TextStyle> = []) {
      self.text = text
      self.styles = styles
    }
  }

  private struct Piece: Sendable {
    /// The words, or their key in a table of translations.
    let text: String
    var styles: Set<TextStyle> = []
    var lookUp: (@Sendable (_ key: String) -> String)?

    var shown: String { lookUp?(text) ?? text }
  }

  private var pieces: [Piece]

  /// A text that is shown as it is.
  public init(verbatim text: String) { pieces = [Piece(text: text)] }

  /// A text that is shown as it is.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) { self.init(verbatim: String(text)) }

  /// A text that is looked up each time it is shown or compared.
  public init(key: String, lookUp: @escaping @Sendable (_ key: String) -> String) {
    pieces = [Piece(text: key, lookUp: lookUp)]
  }

  /// A text of pieces.
  public init(runs: [Run]) {
    pieces = runs.map { Piece(text: $0.text, styles: $0.styles) }
  }

  /// The pieces as shown: neighbours with the same styles are joined, and empty ones left out.
  public var runs: [Run] {
    var runs: [Run] = []
    for piece in pieces {
      let text = piece.shown
      if text.isEmpty { continue }
      if runs.last?.styles == piece.styles {
        runs[runs.count - 1].text += text
      } else {
        runs.append(Run(text, styles: piece.styles))
      }
    }
    return runs
  }

  /// One text after another.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  /// The text with a style added, or removed if `isActive` is false.
  public func style(_ style: TextStyle, isActive: Bool = true) -> Self {
    var text = self
    for index in text.pieces.indices {
      if isActive {
        text.pieces[index].styles.insert(style)
      } else {
        text.pieces[index].styles.remove(style)
      }
    }
    return text
  }
}

/// A style for a piece of a text.
public enum TextStyle: String, CaseIterable, Codable, Sendable {
  /// In heavier letters.
  case bold
  /// In slanted letters.
  case italic
  /// In letters of one width.
  case monospaced
  /// In digits of one width.
  case monospacedDigit
  /// With a line through it.
  case strikethrough
  /// With a line below it.
  case underline
}

extension TextState {
  /// The text in bold letters.
  public func bold(_ isActive: Bool = true) -> Self { style(.bold, isActive: isActive) }
  /// The text in italics.
  public func italic(_ isActive: Bool = true) -> Self { style(.italic, isActive: isActive) }
  /// The text in letters of one width.
  public func monospaced(_ isActive: Bool = true) -> Self { style(.monospaced, isActive: isActive) }
  /// The text in digits of one width.
  public func monospacedDigit() -> Self { style(.monospacedDigit) }
  /// The text with a line through it.
  public func strikethrough(_ isActive: Bool = true) -> Self {
    style(.strikethrough, isActive: isActive)
  }
  /// The text with a line below it.
  public func underline(_ isActive: Bool = true) -> Self { style(.underline, isActive: isActive) }
}

// Compared by what is shown, so that a translated text equals the same words given verbatim.

extension TextState: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.runs == right.runs }
  public func hash(into hasher: inout Hasher) { hasher.combine(runs) }
}

extension TextState: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(verbatim: text) }
}

extension TextState: CustomStringConvertible, CustomReflectable {
  /// The words without their styles.
  public var description: String { pieces.lazy.map(\.shown).joined() }

  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension String {
  /// The words of a text as they are shown now, without their styles.
  public init(state text: TextState) { self = text.description }
}
