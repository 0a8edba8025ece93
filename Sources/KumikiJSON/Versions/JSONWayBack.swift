/// The inverses from the current state of a document back to one of its moments.
struct JSONWayBack {
  let version: JSONVersion
  /// The inverses of each version, the earliest version first.
  var runs: [[(block: InverseBlock, count: Int)]] = []

  init(to version: JSONVersion) { self.version = version }

  /// Calls `body` with each inverse, the first one to apply first, until it returns false.
  func forEach(_ body: (Inverse) -> Bool) -> Bool {
    for run in runs.reversed() {
      for (block, count) in run.reversed() {
        var end = count
        while let inverse = block.inverse(before: &end) {
          if !body(inverse) { return false }
        }
      }
    }
    return true
  }
}
