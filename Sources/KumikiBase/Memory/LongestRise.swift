extension [Int] {
  /// Returns, for each number, whether it belongs to the longest ascending sequence. Of several such sequences, the
  /// one that ends with the smallest number counts.
  ///
  /// - Complexity: O(*n* log *n*).
  package func longestRise() -> [Bool] {
    // For each length, the position of the last number of the sequence with the smallest end.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: count)
    for (position, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[position] = ends[low - 1] }
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var isMember = [Bool](repeating: false, count: count)
    var position = ends.last ?? -1
    while position >= 0 {
      isMember[position] = true
      position = before[position]
    }
    return isMember
  }
}
