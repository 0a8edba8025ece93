internal import KumikiValues

// The places of a part that its steps consist of.
extension JSONUndoPlaces {
  /// Whether a step consists only of writes to some places in the part.
  var isFiltered: Bool { !included.isEmpty || !excluded.isEmpty }

  /// Whether a place in the part is an included place, or inside one.
  func includes(_ place: JSONWritePlace) -> Bool {
    included.isEmpty || included.contains { place.isAtOrBelow($0.segments) }
  }

  /// Whether a place in the part is an excluded place, or inside one.
  func excludes(_ place: JSONWritePlace) -> Bool {
    excluded.contains { place.isAtOrBelow($0.segments) }
  }

  /// Returns the included places inside a place.
  func included(below place: JSONWritePlace) -> [JSONPointer] {
    included.filter { $0.segments.count > place.count && place.isAlong($0.segments) }
  }

  /// Returns the excluded places inside a place.
  func excluded(below place: JSONWritePlace) -> [JSONParts.Counts] {
    excluded.compactMap { pointer in
      pointer.segments.count > place.count && place.matches(pointer.segments)
        ? JSONParts.Counts(pointer: pointer, taken: place.count) : nil
    }
  }

  /// Returns a former value with the current values of the excluded places in it.
  ///
  /// - Parameter keys: the keys from the part to the value.
  func keepingExcluded(in value: JSON, at keys: [String], now: JSON?) -> JSON {
    guard let now, !excluded.isEmpty else { return value }
    var value = value
    for pointer in excluded where Self.isAlong(pointer, keys) {
      let place = JSONPointer(keys: Array(pointer.keys.dropFirst(keys.count)))
      let isIn = { (json: JSON) in
        json.withNode { place.withoutLast.resolve(in: $0)?.isObject == true }
      }
      guard isIn(value), isIn(now) else { continue }
      let kept = now.withNode { place.resolve(in: $0).map(JSON.init(borrowing:)) }
      let operation = JSONPatchOperations.Operation(
        name: kept.map { _ in .add } ?? .remove, path: place, from: .root, value: kept ?? .null)
      // A missing member need not be removed.
      value = (try? JSONPatchOperations([operation]).applied(to: value)) ?? value
    }
    return value
  }

  private static func isAlong(_ pointer: JSONPointer, _ keys: [String]) -> Bool {
    pointer.segments.count > keys.count
      && zip(pointer.keys, keys).allSatisfy { $0 == $1 || $0 == "*" && Int($1) != nil }
  }
}

extension JSONWritePlace {
  /// Whether the steps begin like a pattern, up to the shorter length. "*" stands for any element.
  func matches(_ steps: JSONSteps) -> Bool {
    (0..<min(count, steps.count)).allSatisfy {
      self[$0].isElement && steps[$0].isAnyElement
        || self[$0].segment.raw.isEqual(to: steps[$0].raw)
    }
  }

  fileprivate func isAtOrBelow(_ steps: JSONSteps) -> Bool {
    count >= steps.count && matches(steps)
  }
}
