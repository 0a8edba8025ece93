import Foundation

/// The blocks of code and output in architecture/docs/testing.md.
struct Manual {
  struct Block {
    let language: String
    /// Without the common indentation.
    let lines: [String]
    /// The heading above.
    let section: String
  }

  private(set) var blocks: [Block] = []

  init() throws {
    var section = ""
    var language: String?
    var lines: [String] = []
    for line in try Self.text("architecture/docs/testing.md").components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let opened = language {
          blocks.append(Block(language: opened, lines: lines, section: section))
          language = nil
        } else {
          language = String(line.dropFirst(3))
        }
        lines = []
      } else if language != nil {
        lines.append(line)
      } else if line.hasPrefix("#") {
        section = line
      }
    }
  }

  /// A file of this repository.
  static func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../../../..").standardized
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines without indentation and without empty lines.
  static func trimmed(_ lines: some Sequence<some StringProtocol>) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Removes durations, which always differ.
  static func timeless(_ line: String) -> String {
    line.replacing(#/after [0-9.]+ seconds/#, with: "after … seconds")
  }
}
