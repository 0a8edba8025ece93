internal import KumikiValues

/// The values that the former reducer's operators kept, by place.
final class JSONFormer {
  private struct Kept {
    let slot: PresentationRecord?
    let rows: JSONRows?
    let substates: [any TypedSubstate]
  }

  private var kept: [ObjectIdentifier: Kept] = [:]
  /// The presentations, also of features in other languages. Another operator may continue them.
  let presented: PresentationsAt

  /// Takes the values that the places keep, and removes their operators.
  init(_ places: [JSONPlace], presenting presented: PresentationsAt) {
    self.presented = presented
    for place in places {
      let before = Kept(
        slot: place.slot.record, rows: place.rows.known, substates: place.kept.substates)
      if before.slot != nil || before.rows != nil || !before.substates.isEmpty {
        kept[ObjectIdentifier(place)] = before
      }
      place.forgetOperators()
    }
  }

  func slot(of place: JSONPlace) -> PresentationRecord? { kept[ObjectIdentifier(place)]?.slot }

  /// Returns the index of the rows at a place, for an operator that uses the same ids.
  func rows(of place: JSONPlace, _ form: JSONRowsForm) -> JSONRows? {
    guard let rows = kept[ObjectIdentifier(place)]?.rows, rows.adopt(form) else { return nil }
    return rows
  }

  func substate(_ kind: TypedSubstateKind, of place: JSONPlace) -> (any TypedSubstate)? {
    kept[ObjectIdentifier(place)]?.substates.first { $0.kind === kind }
  }

  /// Whether a value kept for a place was not passed on.
  func hasMore(of place: JSONPlace) -> Bool {
    guard let kept = kept[ObjectIdentifier(place)] else { return false }
    return kept.slot != nil && place.slot.here == nil || kept.rows != nil && !place.rows.isAny
      || place.kept.substates.count < kept.substates.count
  }

  /// Returns which observers of a place must be notified: `slot` if the presentation id has changed; `inside`,
  /// with the observers inside, if the rows have another index or a feature in another language has read its
  /// state again.
  func changes(at place: JSONPlace) -> (slot: Bool, inside: Bool) {
    let kept = kept[ObjectIdentifier(place)]
    let isRead = (kept?.substates ?? []).allSatisfy { known in
      place.kept.substates.contains { $0 === known }
    }
    return (place.slot.record?.id != kept?.slot?.id, place.rows.known !== kept?.rows || !isRead)
  }
}
