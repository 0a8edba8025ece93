internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The part of a store that one handle shows, with caches for repeated reads and sends there.
final class StoreView {
  let place: ViewPlace
  /// A cache of decoded actions.
  let actions = OnceReference<DecodedActions>()
  // Both are released on the loop's thread, because they refer to shared objects.
  private var pointers: TypedPathReaders?
  /// The last value of a part that no longer exists.
  private(set) var last: () -> JSON? = { nil }

  /// Whether the handle shows the whole store.
  let isWhole: Bool

  init(_ place: ViewPlace) {
    self.place = place
    isWhole = place.steps.isEmpty
  }

  /// Keeps the last value of the part.
  func hold(in source: any StoreSource) { last = source.hold(place.state) }

  /// The reader for a pointer's text, relative to this view's place.
  /// - Throws: for a text that is not a pointer.
  func pathReader(
    _ text: CStringView, in rows: JSONRowsPlaces
  ) throws(JSONError) -> TypedPathReader {
    if let pointers { return try pointers.pathReader(text) }
    let made = TypedPathReaders(from: place.state, in: rows)
    pointers = made
    return try made.pathReader(text)
  }

  /// Called when the store has ended.
  func forget() {
    pointers = nil
    last = { nil }
  }
}

/// The views of a store with live handles. Scoping to one place twice gives the same view.
///
/// Only for the loop's thread. Empty once the store has ended.
final class ViewTable {
  private var views: [ViewPlace: Uncounted<StoreHandle>] = [:]

  subscript(place: ViewPlace) -> StoreHandle? { views[place]?.object }

  func insert(_ view: StoreHandle) { views[view.place] = Uncounted(view) }
  func remove(_ view: StoreHandle) { views[view.place] = nil }

  /// Called when the store has ended, and with it its views.
  func end() {
    let all = views.values
    views = [:]
    for view in all { view.with { $0.storeEnded() } }
  }
}
