package import Kumiki

/// A line of a log, whose members are looked up as they are asked for.
struct JSONLogLine {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  /// The number of the step; of a checkpoint, of the step before it.
  var step: UInt64? {
    json.withNode { line in
      line.member("step").flatMap { $0.isInteger ? UInt64(clamping: $0.integer) : nil }
    }
  }

  /// Borrowed, for as long as the line lives.
  var action: JSONNode? { json.node.member("action") }

  var given: JSON? { value("given") }
  var checkpoint: JSON? { value("checkpoint") }
  var snapshot: JSON? { value("snapshot") }

  /// Nil unless it is 16 hexadecimal digits.
  var hash: UInt64? {
    json.withNode { line in
      guard let digits = line.member("hash")?.textBytes, digits.count == 16 else { return nil }
      var hash: UInt64 = 0
      for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): hash = hash << 4 | UInt64(digit - 48)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): hash = hash << 4 | UInt64(digit - 87)
        default: return nil
        }
      }
      return hash
    }
  }

  /// The presentations that were given ids before the step, by their places.
  var presentations: [(at: String, id: PresentationID)] {
    guard let value = value("presentations") else { return [] }
    return value.keys.compactMap { at in
      value[key: at]?.string.flatMap { PresentationID(given: $0) }.map { (at, $0) }
    }
  }

  private func value(_ key: StaticString) -> JSON? {
    json.withNode { $0.member(key).map(JSON.init(borrowing:)) }
  }
}
