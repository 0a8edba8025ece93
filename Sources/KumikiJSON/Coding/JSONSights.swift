internal import CJansson

/// The places that a program reads from C, by the text of their pointers: each way is learnt once.
///
/// A small table in which a newcomer takes the place of whoever was there.
package final class JSONSights {
  private struct Entry {
    var text: [UInt8] = []
    var sight: JSONSight?
  }

  private static let size = 32
  /// The longest text that is kept.
  private static let longest = 120

  private let base: JSONRoute
  private let places: JSONRowsPlaces
  // Empty until the first look-up.
  private var entries: [Entry] = []

  /// - Parameter base: what the pointers begin at.
  package init(from base: JSONRoute, in places: JSONRowsPlaces) {
    self.base = base
    self.places = places
  }

  /// - Throws: for a text that is no pointer.
  package func sight(_ text: UnsafePointer<CChar>) throws(JSONError) -> JSONSight {
    var hash: UInt = 0
    var length = 0
    while text[length] != 0 {
      hash = hash &* 31 &+ UInt(UInt8(bitPattern: text[length]))
      length += 1
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let index = Int((hash ^ hash >> 7) % UInt(Self.size))
    if index < entries.count, let sight = entries[index].sight,
      entries[index].text.withUnsafeBytes({ $0.isEqual(to: bytes) })
    {
      return sight
    }
    let sight = JSONSight(
      base.appending(try JSONPointer(bytes: bytes)), for: .part, in: places)
    if length > Self.longest { return sight }
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.size) }
    entries[index] = Entry(text: Array(bytes), sight: sight)
    return sight
  }
}
