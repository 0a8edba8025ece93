import CJansson
@testable import KumikiJSON

/// Documents of every kind from a seed; the same seed gives the same documents.
struct RandomDocuments {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func next() -> JSON { value(depth: 0) }

  private mutating func value(depth: Int) -> JSON {
    switch number(below: depth < 6 ? 10 : 7) {
    case 0: .null
    case 1: number(below: 2) == 0 ? true : false
    case 2: JSON(integerLiteral: Int64(bitPattern: random.next()))
    case 3: JSON(integerLiteral: Int64(number(below: 100)) - 50)
    case 4: JSON(floatLiteral: real())
    case 5, 6: JSON(stringLiteral: text())
    case 7: array(depth: depth)
    default: object(depth: depth)
    }
  }

  private mutating func array(depth: Int) -> JSON {
    let elements = (0..<number(below: 6)).map { _ in value(depth: depth + 1) }
    return JSON(elements: elements)
  }

  private mutating func object(depth: Int) -> JSON {
    let node = JSONNode.object()!
    for _ in 0..<number(below: 6) {
      let key = text(withNUL: false)
      let member = value(depth: depth + 1)
      _ = node.set(key, stealing: member.retained())
    }
    return JSON(stealing: node)
  }

  private mutating func real() -> Double {
    let bits = Double(bitPattern: random.next())
    return bits.isFinite ? bits : 0.1
  }

  private mutating func text(withNUL: Bool = true) -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", "/", "~", "\"", "\\", "\n", "\u{1}", "é", "\u{301}", "ÿ", "\u{2028}", "水", "𝄞",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 8) { text.append(alphabet[number(below: alphabet.count)]) }
    if withNUL, number(below: 8) == 0 { text.append("\u{0}") }
    return String(text)
  }

  private mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
