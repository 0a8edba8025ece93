internal import Kumiki

/// A value that rows are sorted by, as far as it decides their order.
enum JSONSortKey {
  case missing
  case null
  case bool(Bool)
  case number(RowNumber)
  case text(JSON)
  /// Arrays and objects are not compared with their like, unless the program does.
  case array(JSON?)
  case object(JSON?)

  /// - Parameter keepsContainers: whether they are needed to be compared by the program.
  init(_ node: JSONNode?, keepsContainers: Bool) {
    guard let node else {
      self = .missing
      return
    }
    let kept: JSON? = keepsContainers ? JSON(borrowing: node) : .none
    self =
      switch node.kind {
      case .null: .null
      case .bool: .bool(node.isTrue)
      case .integer: .number(.integer(node.integer))
      case .real: .number(.real(node.real))
      case .string: .text(JSON(borrowing: node))
      case .array: .array(kept)
      case .object: .object(kept)
      }
  }

  private var rank: UInt64 {
    switch self {
    case .missing: 0
    case .null: 1
    case .bool(false): 2
    case .bool(true): 3
    case .number: 4
    case .text: 5
    case .array: 6
    case .object: 7
    }
  }

  /// A number that does not fall where keys rise.
  var prefix: UInt64 {
    let rest: UInt64 =
      switch self {
      case .number(let number): Self.bits(of: number.real)
      case .text(let text): text.withNode { Self.beginning(of: $0.textBytes) }
      default: 0
      }
    return rank << 61 | rest >> 3
  }

  /// The bits of a real, in the order of their values.
  private static func bits(of real: Double) -> UInt64 {
    // A zero has two patterns.
    let bits = (real == 0 ? 0 : real).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func beginning(of text: JSONBytes) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < text.count ? UInt64(text[index]) : 0) }
    return word
  }

  /// Negative if this comes first, 0 if neither does.
  func compare(with other: JSONSortKey) -> Int {
    switch (self, other) {
    case (.number(let one), .number(let other)): one < other ? -1 : other < one ? 1 : 0
    case (.text(let one), .text(let other)):
      one.withNode { one in other.withNode { one.textBytes.compare(with: $0.textBytes) } }
    default: rank < other.rank ? -1 : rank > other.rank ? 1 : 0
    }
  }

  /// Calls `body` with the value, for a program that compares; nil for nothing.
  func withNode<Result>(_ body: (JSONNode?) -> Result) -> Result {
    let json: JSON? =
      switch self {
      case .missing: .none
      case .null: .some(.null)
      case .bool(let bool): .some(JSON(booleanLiteral: bool))
      case .number(.integer(let integer)): .some(JSON(integerLiteral: integer))
      case .number(.real(let real)): .some(JSON(floatLiteral: real))
      case .text(let json): .some(json)
      case .array(let json), .object(let json): json
      }
    guard let json else { return body(nil) }
    return json.withNode(body)
  }
}

extension JSONBytes {
  /// Negative if this text comes first, by the values of its bytes.
  fileprivate func compare(with other: JSONBytes) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? -1 : 1
    }
    return count - other.count
  }
}

extension RowNumber {
  /// The number of a value; nil if it is none.
  init?(_ node: JSONNode?) {
    switch node?.kind {
    case .integer?: self = .integer(node!.integer)
    case .real?: self = .real(node!.real)
    default: return nil
    }
  }

  var json: JSON {
    switch self {
    case .integer(let integer): JSON(integerLiteral: integer)
    case .real(let real): JSON(floatLiteral: real)
    }
  }
}
