internal import Kumiki

extension JSONShape {
  /// The label of the innermost operator around a place, "presentation /destination"; nil where there is
  /// none.
  ///
  /// One that has its parent's whole state, by its actions alone, is around no place. No reader is asked:
  /// a write is under way.
  func label(around keys: [String]) -> String? {
    var innermost: (label: OperatorLabel, end: Int)?
    var search = JSONShapeSearch(self, keys, .keys, in: nil)
    while let index = search.next() {
      let step = search[index]
      guard let label = step.shape.label,
        let end = keys.end(of: step.shape.keys, from: step.position), end > innermost?.end ?? 0
      else { continue }
      innermost = (label, end)
    }
    return innermost?.label.text
  }
}
