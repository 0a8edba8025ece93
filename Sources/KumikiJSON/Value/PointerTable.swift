/// What is kept for the texts of pointers that a program uses repeatedly.
package struct PointerTable<Value> {
  /// The longest text that is kept.
  private static var longest: Int { 120 }

  private var table = ReuseTable<(text: [UInt8], value: Value)>(capacity: 32)

  package init() {}

  /// The value for a text, made on first use.
  package mutating func value<E: Error>(
    _ text: CStringView, _ make: () throws(E) -> Value
  ) throws(E) -> Value {
    let bytes = text.bytes
    let hash = ContentHash.of(bytes)
    if let place = table.find(hash, where: { $0.text.withBytes { $0.isEqual(to: bytes) } }) {
      return table[place].value
    }
    let value = try make()
    if bytes.count <= Self.longest { table.insert((Array(bytes), value), for: hash) }
    return value
  }
}
