extension Sequence {
  /// Returns the elements in an order, equal ones as they were. Sorts their positions, so that the code of the sort is
  /// in the library once, and not for each type.
  @inlinable
  package func ordered(by comesFirst: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    if elements.count < 2 { return elements }
    return orderedPositions(elements.count) { comesFirst(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

/// Returns the positions below a number in an order.
@usableFromInline @inline(never)
package func orderedPositions(_ count: Int, by comesFirst: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: comesFirst)
}
