internal import KumikiValues

/// Presentation ids by the places of their slots, for finding the presentations inside a place.
struct PresentationsAt {
  typealias Presented = (at: String, id: PresentationID)

  /// Sorted by the bytes of their places: outer ones first, and all presentations inside a place together.
  private let sorted: [Presented]

  init(_ presented: some Sequence<Presented>) {
    sorted = presented.ordered { $0.at.utf8.lexicographicallyPrecedes($1.at.utf8) }
  }

  subscript(place: String) -> PresentationID? {
    let index = firstIndex(from: place)
    return index < sorted.count && sorted[index].at.isExactly(place) ? sorted[index].id : nil
  }

  /// Returns the presentations inside a place, outer ones first, with their places relative to it.
  func inside(_ place: String) -> [Presented] {
    let prefix = place + "/"
    return sorted[firstIndex(from: prefix)...].prefix { $0.at.utf8.starts(with: prefix.utf8) }.map {
      (String($0.at.utf8.dropFirst(place.utf8.count))!, $0.id)
    }
  }

  /// Returns the index of the first place that is not before this place.
  private func firstIndex(from place: String) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].at.utf8.lexicographicallyPrecedes(place.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
