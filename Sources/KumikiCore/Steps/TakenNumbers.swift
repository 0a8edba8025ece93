/// Numbers that a counter skips because they came from elsewhere.
///
/// Stored as at most ``most`` ranges, regardless of how many numbers have come. If there would be more, the two ranges
/// with the smallest gap are merged: the counter then skips the gap too, which costs a few numbers and never generates
/// a number twice. Because the smallest gap is closed, nearly all numbers stay free.
package struct TakenNumbers: Sendable {
  package static let most = 16

  /// Nil instead of an empty array: a snapshot copies four lists, which are usually empty, and a copy of nil is free.
  private var some: [ClosedRange<UInt64>]?

  /// In ascending order, neither overlapping nor adjacent.
  package private(set) var ranges: [ClosedRange<UInt64>] {
    get { some ?? [] }
    set { some = newValue.isEmpty ? nil : newValue }
  }

  package init() {}

  package var isEmpty: Bool { some == nil }

  package mutating func insert(_ numbers: ClosedRange<UInt64>) {
    var all = numbers
    // The ranges that overlap the new range or touch it.
    let start = ranges.firstIndex { $0.upperBound.addingClamped(1) >= numbers.lowerBound }
    guard let start else { return append(all, at: ranges.endIndex) }
    let end =
      ranges[start...].firstIndex { $0.lowerBound > numbers.upperBound.addingClamped(1) }
      ?? ranges.endIndex
    if start < end {
      all =
        min(
          all.lowerBound, ranges[start].lowerBound)...max(
          all.upperBound, ranges[end - 1].upperBound)
      ranges.removeSubrange(start..<end)
    }
    append(all, at: start)
  }

  private mutating func append(_ range: ClosedRange<UInt64>, at place: Int) {
    ranges.insert(range, at: place)
    guard ranges.count > Self.most else { return }
    var least = 0
    for index in 1..<(ranges.count - 1) where gap(after: index) < gap(after: least) {
      least = index
    }
    ranges[least] = ranges[least].lowerBound...ranges[least + 1].upperBound
    ranges.remove(at: least + 1)
  }

  private func gap(after index: Int) -> UInt64 {
    ranges[index + 1].lowerBound - ranges[index].upperBound
  }

  /// Removes the numbers below `number`.
  package mutating func removeAll(below number: UInt64) {
    while let first = ranges.first, first.lowerBound < number {
      if first.upperBound >= number {
        ranges[0] = number...first.upperBound
        return
      }
      ranges.removeFirst()
    }
  }
}
