/// The inverses from one version of a state back to the version before it, in the order of the writes.
struct Inverses {
  private var blocks: [InverseBlock] = []

  var isEmpty: Bool { blocks.isEmpty }

  /// Appends an inverse. Returns its position; nil if it is too large to have one.
  mutating func append(_ kind: InverseKind, _ path: PackedPath, _ old: JSONNode?) -> Position? {
    let size = InverseBlock.size(path)
    if blocks.last?.hasRoom(for: size) != true {
      // A version with a few writes is small.
      let usual = min(InverseBlock.most, 16 << min(blocks.count, 8))
      blocks.append(InverseBlock(capacity: max(size, usual)))
    }
    let end = blocks[blocks.count - 1].append(kind, path, old)
    return Position(block: blocks.count - 1, end: end)
  }

  /// The inverse that ends at a position.
  subscript(position: Position) -> Inverse? {
    var end = position.end
    return position.block < blocks.count && end <= blocks[position.block].count
      ? blocks[position.block].inverse(before: &end) : nil
  }

  /// Calls `body` with each block and the number of its words that exist now. The owner may append others while these
  /// are read.
  func forEach(_ body: (InverseBlock, Int) -> Void) {
    for block in blocks { body(block, block.count) }
  }

  /// The end of an inverse in its block.
  struct Position {
    fileprivate let code: UInt32

    fileprivate init?(block: Int, end: Int) {
      guard end <= 0xFF, block < 1 << 24 else { return nil }
      code = UInt32(block << 8 | end)
    }

    fileprivate var block: Int { Int(code >> 8) }
    fileprivate var end: Int { Int(code & 0xFF) }
  }
}

/// The places that need no further inverse in the open version, because an inverse there replaces everything that is
/// at and below the place.
///
/// Some places are forgotten, which costs no more than an inverse that is not needed.
struct CoveredPlaces {
  private var slots: ContiguousArray<(mark: UInt32, position: Inverses.Position?)> = []
  private var mark: UInt32 = 1
  private var count = 0
  private static let most = 4096

  /// Forgets all places: a new version begins, or elements have other indices now.
  mutating func reset() {
    mark &+= 1
    count = 0
    if mark == 0 { self = CoveredPlaces() }
  }

  /// Whether a place is covered.
  func contains(_ path: PackedPath, _ hash: UInt64, in inverses: Inverses) -> Bool {
    if slots.isEmpty { return false }
    let slot = slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)]
    guard slot.mark == mark, let position = slot.position, let known = inverses[position] else {
      return false
    }
    return known.path.isEqual(to: path)
  }

  mutating func insert(_ hash: UInt64, _ position: Inverses.Position?) {
    count += 1
    if count > slots.count, slots.count < Self.most {
      slots = ContiguousArray(repeating: (0, nil), count: max(16, 4 * slots.count))
    }
    slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)] = (mark, position)
  }
}
