import Foundation

/// architecture/docs/testing.md, by its blocks of code and output.
struct Manual {
  struct Block {
    let language: String
    /// Without what all lines are indented by.
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

  /// Lines without indentation and without those that are empty.
  static func trimmed(_ lines: some Sequence<some StringProtocol>) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// How long something took is never the same.
  static func timeless(_ line: String) -> String {
    line.replacing(#/after [0-9.]+ seconds/#, with: "after … seconds")
  }
}
