public import Foundation
public import Kumiki

// Functions with index sets, which list editing provides. The functions for all collections are
// disfavoured, so that a program's own functions take precedence.

extension IdentifiedArray {
  /// Removes the elements at the given indices.
  ///
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: IndexSet) {
    for offset in offsets.reversed() { remove(at: offset) }
  }

  /// Moves the elements at the given indices, in order, before the element at the destination index.
  ///
  /// - Complexity: O(*k* *n*) for *k* moved elements.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    // Elements after the destination move up to it in order; those before it move down, the last one first.
    for (moved, offset) in source.filter({ $0 >= destination }).enumerated() {
      move(from: offset, to: destination + moved)
    }
    for (moved, offset) in source.filter({ $0 < destination }).reversed().enumerated() {
      move(from: offset, to: destination - 1 - moved)
    }
  }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at the given indices.
  ///
  /// - Complexity: O(*n*).
  @_disfavoredOverload
  public mutating func remove(atOffsets offsets: IndexSet) {
    var position = startIndex
    removeAll { _ in
      defer { position += 1 }
      return offsets.contains(position)
    }
  }

  /// Moves the elements at the given indices, in order, before the element at the destination index.
  ///
  /// - Complexity: O(*n*).
  @_disfavoredOverload
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let moved = source.map { self[$0] }
    let target = destination - source.count(in: startIndex..<destination)
    remove(atOffsets: source)
    insert(contentsOf: moved, at: target)
  }
}
