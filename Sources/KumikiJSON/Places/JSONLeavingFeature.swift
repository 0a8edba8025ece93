internal import KumikiValues

/// Keeps the last value of a feature's place: its value before the write that removed or replaced it.
///
/// Nothing is kept while the feature stays, so no write has to copy its state.
final class JSONLeavingFeature {
  private let place: JSONPlace
  /// The slot that presents the feature, and the presentation. A write over a later presentation does not count.
  private let slot: (place: JSONPlace, serial: UInt64)?
  private(set) var last: JSON?
  private var isSettled = false

  init(_ place: JSONPlace) {
    self.place = place
    slot = place.slotAround.map { ($0, $0.slot.record?.serial ?? 0) }
    place.holds.leaving.append(Uncounted(self))
    place.hold(1, keepsValue: false)
  }

  /// Stops keeping. The place may then be released.
  func stop() -> JSONPlace {
    place.holds.leaving.removeAll { $0.object === self }
    place.hold(-1, keepsValue: false)
    return place
  }

  /// Called before a write to the place, or to a container of it.
  func keep(_ old: JSONNode) {
    if isSettled { return }
    if let slot, slot.place.slot.record?.serial != slot.serial { return }
    last = JSON(borrowing: old)
  }

  /// The feature is still there after a step.
  func stays() { if !isSettled { last = nil } }

  /// Keeps the current value. Later writes do not change it.
  func settle(in root: JSONNode) {
    last = value(in: root)
    isSettled = true
  }

  /// The kept value, or the current one.
  func value(in root: JSONNode) -> JSON {
    if let last { return last }
    return place.find(in: root)?.node.map { JSON(borrowing: $0) } ?? .null
  }
}
