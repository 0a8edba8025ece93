internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The part of a store that one handle shows, with what is kept for repeated reads and sends there.
final class StoreView {
  let place: ViewPlace
  /// Decoded forms of actions that repeat.
  let actions = OnceReference<DecodedActions>()
  // Both are released on the loop's thread, since they refer to shared objects.
  private var pointers: TypedPathReaders?
  /// The last value of a part that is not there any more.
  private(set) var last: () -> JSON? = { nil }

  /// Whether the handle shows the whole store.
  let isWhole: Bool

  init(_ place: ViewPlace) {
    self.place = place
    isWhole = place.steps.isEmpty
  }

  /// Keeps the last value of the part that is shown.
  func hold(in source: any StoreSource) { last = source.hold(place.state) }

  /// The reader for a pointer's text, beginning at this view's place.
  /// - Throws: for a text that is no pointer.
  func sight(
    _ text: CStringView, in rows: JSONRowsPlaces
  ) throws(JSONError) -> TypedPathReader {
    if let pointers { return try pointers.sight(text) }
    let made = TypedPathReaders(from: place.state, in: rows)
    pointers = made
    return try made.sight(text)
  }

  /// The store has ended.
  func forget() {
    pointers = nil
    last = { nil }
  }
}

/// The views of a store whose handles are alive: scoping to one place twice gives one view.
///
/// Belongs to the loop's thread, and is empty when the store has ended.
final class ViewTable {
  private var views: [ViewPlace: Uncounted<StoreHandle>] = [:]

  subscript(place: ViewPlace) -> StoreHandle? { views[place]?.object }

  func insert(_ view: StoreHandle) { views[view.place] = Uncounted(view) }
  func remove(_ view: StoreHandle) { views[view.place] = nil }

  /// The store has ended, and so have its views.
  func end() {
    let all = views.values
    views = [:]
    for view in all { view.with { $0.storeEnded() } }
  }
}
