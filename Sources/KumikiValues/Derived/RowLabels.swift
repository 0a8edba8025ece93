/// The order of rows in their source as rising numbers, so that two rows are compared in one step.
struct RowLabels {
  /// The labels by entry.
  private var labels: ContiguousArray<UInt64> = []
  private static let gap: UInt64 = 1 << 32

  subscript(entry: Int32) -> UInt64 { labels[Int(entry)] }

  /// Gives an entry a label between two other entries. Nil stands for the start or the end.
  ///
  /// - Returns: False if no number is left between the two.
  mutating func set(_ entry: Int32, between before: Int32?, _ after: Int32?) -> Bool {
    let low = before.map { self[$0] } ?? 0
    var label = low &+ Self.gap
    if let after {
      let room = self[after] - low
      if room < 2 { return false }
      label = low + min(room / 2, Self.gap)
    } else if label < low {
      return false
    }
    put(entry, label)
    return true
  }

  /// Numbers all entries again, in their order.
  mutating func renumber(_ order: some Sequence<Int32>) {
    var label = Self.gap
    for entry in order {
      put(entry, label)
      label += Self.gap
    }
  }

  private mutating func put(_ entry: Int32, _ label: UInt64) {
    while labels.count <= entry { labels.append(0) }
    labels[Int(entry)] = label
  }
}
