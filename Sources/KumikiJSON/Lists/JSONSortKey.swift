internal import CJansson
internal import KumikiValues

/// The part of a value that determines the order of rows.
enum JSONSortKey {
  case missing
  case null
  case bool(Bool)
  case number(RowNumber)
  case text(JSON)
  case array(Container?)
  case object(Container?)

  /// An array or an object. In the order of rows all arrays are equal, and all objects, unless the program
  /// compares them. As groups, they compare by their JSON text.
  struct Container {
    let value: JSON
    /// With sorted keys; nil if it is not compared.
    let text: JSON?
  }

  /// The part of arrays and objects that is kept.
  enum Keeping {
    case nothing
    /// The value, which the program compares.
    case value
    case text
  }

  init(_ node: JSONNode?, _ keeping: Keeping) {
    guard let node else {
      self = .missing
      return
    }
    self =
      switch node.kind {
      case .null: .null
      case .bool: .bool(node.isTrue)
      case .integer: .number(.integer(node.integer))
      case .real: .number(.real(node.real))
      case .string: .text(JSON(borrowing: node))
      case .array: .array(Self.container(node, keeping))
      case .object: .object(Self.container(node, keeping))
      }
  }

  private static func container(_ node: JSONNode, _ keeping: Keeping) -> Container? {
    if keeping == .nothing { return nil }
    let value = JSON(borrowing: node)
    let text =
      keeping == .text ? try? value.text(flags: Int(JSON_COMPACT | JSON_SORT_KEYS)) : nil
    return Container(value: value, text: text.map { JSON(stringLiteral: $0) })
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

  /// A number that never decreases as keys increase.
  var prefix: UInt64 {
    let rest: UInt64 =
      switch self {
      case .number(let number): Self.bits(of: number.real)
      case .text(let text): text.withNode { Self.beginning(of: $0.textBytes) }
      default: 0
      }
    return rank << 61 | rest >> 3
  }

  /// Returns the bits of a real, which increase with its value.
  private static func bits(of real: Double) -> UInt64 {
    // Zero has two bit patterns.
    let bits = (real == 0 ? 0 : real).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func beginning(of text: JSONBytes) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < text.count ? UInt64(text[index]) : 0) }
    return word
  }

  /// Returns a negative number if this key comes first, and 0 if the keys are equal.
  func compare(with other: JSONSortKey) -> Int {
    switch (self, other) {
    case (.number(let one), .number(let other)): one < other ? -1 : other < one ? 1 : 0
    case (.text(let one), .text(let other)): Self.compare(one, other)
    case (.array(let one?), .array(let other?)), (.object(let one?), .object(let other?)):
      if let one = one.text, let other = other.text { Self.compare(one, other) } else { 0 }
    default: rank < other.rank ? -1 : rank > other.rank ? 1 : 0
    }
  }

  private static func compare(_ one: JSON, _ other: JSON) -> Int {
    one.withNode { one in other.withNode { one.textBytes.compare(with: $0.textBytes) } }
  }

  /// Calls `body` with the value, for a function of the program that compares; with nil for a missing value.
  func withNode<Result>(_ body: (JSONNode?) -> Result) -> Result {
    let json: JSON? =
      switch self {
      case .missing: .none
      case .null: .some(.null)
      case .bool(let bool): .some(JSON(booleanLiteral: bool))
      case .number(.integer(let integer)): .some(JSON(integerLiteral: integer))
      case .number(.real(let real)): .some(JSON(floatLiteral: real))
      case .text(let json): .some(json)
      case .array(let container), .object(let container): container?.value
      }
    guard let json else { return body(nil) }
    return json.withNode(body)
  }
}

extension JSONBytes {
  /// Returns a negative number if this string comes first, compared byte by byte.
  fileprivate func compare(with other: JSONBytes) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? -1 : 1
    }
    return count - other.count
  }
}

extension RowNumber {
  /// The number of a value; nil if the value is not a number.
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
