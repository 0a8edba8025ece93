public import Foundation
public import Kumiki

// Positions as a list's editing tells them. Those of all collections stand back behind a program's own.

extension IdentifiedArray {
  /// Removes the elements at positions.
  ///
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: IndexSet) {
    for offset in offsets.reversed() { remove(at: offset) }
  }

  /// Moves the elements at positions, in their order, before the one that stands at a position now.
  ///
  /// - Complexity: O(*k* *n*) for *k* that move.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    // Those behind the destination go up to it, one after the other; those before it go down, from the last.
    for (moved, offset) in source.filter({ $0 >= destination }).enumerated() {
      move(from: offset, to: destination + moved)
    }
    for (moved, offset) in source.filter({ $0 < destination }).reversed().enumerated() {
      move(from: offset, to: destination - 1 - moved)
    }
  }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at positions.
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

  /// Moves the elements at positions, in their order, before the one that stands at a position now.
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
