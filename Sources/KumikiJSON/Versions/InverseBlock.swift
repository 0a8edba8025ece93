internal import CJansson

/// The effect of an inverse on the value at its path.
enum InverseKind: UInt32 {
  /// The old value is put back.
  case put
  /// A member that was added is removed.
  case drop
  /// An element that was inserted is removed.
  case takeOut
  /// An element that was removed is inserted.
  case insert
}

/// One inverse: it leads from the state after a write to the state before the write.
struct Inverse {
  let kind: InverseKind
  let path: PackedPath
  /// Borrowed from the block; nil if the kind needs none.
  let old: JSONNode?
}

/// Inverses in memory that does not move. The owner of the state appends. Another thread may read the inverses that
/// were there when it had the lock.
///
/// An inverse is its packed path, the reference to the old value, and a last word with its kind and its size, so that
/// inverses are read from the last one to the first.
@safe
final class InverseBlock: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  /// The number of words in use.
  private(set) var count = 0

  /// The words of a usual block. Below a kilobyte, because the C library merges free memory for larger ones.
  static let most = 240
  private static let referenceWords = 2

  init(capacity: Int) {
    unsafe words = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    var end = count
    while let inverse = inverse(before: &end) { inverse.old?.releaseDeep() }
    unsafe words.deallocate()
  }

  /// The number of words for an inverse with a path.
  static func size(_ path: PackedPath) -> Int { path.count + referenceWords + 1 }

  func hasRoom(for size: Int) -> Bool { capacity - count >= size }

  /// Appends an inverse, and retains the old value. Returns the position after it.
  func append(_ kind: InverseKind, _ path: PackedPath, _ old: JSONNode?) -> Int {
    let size = Self.size(path)
    precondition(hasRoom(for: size))
    unsafe path.copy(to: words + count)
    let address = unsafe UInt64(UInt(bitPattern: old?.retained().pointer))
    unsafe words[count + path.count] = UInt32(truncatingIfNeeded: address)
    unsafe words[count + path.count + 1] = UInt32(truncatingIfNeeded: address >> 32)
    unsafe words[count + size - 1] = kind.rawValue | UInt32(size) << 2
    count += size
    return count
  }

  /// Returns the inverse that ends at a position, and moves the position to its start; nil at the block's start.
  func inverse(before end: inout Int) -> Inverse? {
    if end == 0 { return nil }
    let last = unsafe words[end - 1]
    let start = end - Int(last >> 2)
    let address = unsafe UInt(words[end - 3]) | UInt(words[end - 2]) << 32
    let path = unsafe PackedPath(words + start, count: end - 3 - start)
    end = start
    return unsafe Inverse(
      kind: InverseKind(rawValue: last & 3)!, path: path,
      old: UnsafeMutablePointer<json_t>(bitPattern: address).map { unsafe JSONNode($0) })
  }
}
