/// The places that a program reads from C, by the text of their pointers: each way is learnt once.
package final class TypedPathReaders {
  /// The longest text that is kept.
  private static let longest = 120

  private let base: JSONAddress
  private let places: JSONRowsPlaces
  private var table = ReuseTable<(text: [UInt8], sight: TypedPathReader)>(capacity: 32)

  /// - Parameter base: what the pointers begin at.
  package init(from base: JSONAddress, in places: JSONRowsPlaces) {
    self.base = base
    self.places = places
  }

  /// - Throws: for a text that is no pointer.
  package func sight(_ text: UnsafePointer<CChar>) throws(JSONError) -> TypedPathReader {
    let bytes = UnsafeRawBufferPointer(text: text)
    let hash = ContentHash.of(bytes)
    if let place = table.find(hash, where: { $0.text.withUnsafeBytes { $0.isEqual(to: bytes) } }) {
      return table[place].sight
    }
    let pointer = try JSONPointer(bytes: bytes)
    let sight = TypedPathReader(base.appending(pointer), for: .part, in: places)
    if bytes.count <= Self.longest { table.insert((Array(bytes), sight), for: hash) }
    return sight
  }
}
