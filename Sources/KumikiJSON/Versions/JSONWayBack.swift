/// The inverses from the current state of a document back to one of its moments.
struct JSONWayBack {
  let version: JSONVersion
  /// The blocks of inverses, each with the number of its words, in the order of the writes.
  private var blocks: [(block: InverseBlock, count: Int)] = []

  init(to version: JSONVersion) { self.version = version }

  var isEmpty: Bool { blocks.isEmpty }

  /// Adds the inverses of the next version.
  mutating func append(_ inverses: Inverses) { inverses.forEach { blocks.append(($0, $1)) } }

  /// Calls `body` with each inverse, the first one to apply first, until it returns false.
  func forEach(_ body: (Inverse) -> Bool) -> Bool {
    for (block, count) in blocks.reversed() {
      var end = count
      while let inverse = block.inverse(before: &end) {
        if !body(inverse) { return false }
      }
    }
    return true
  }
}
