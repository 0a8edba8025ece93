internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// What one handle shows of its store: all of it, or a part; and what it has learnt of what is asked for
/// there and sent from there, so that nothing is found anew each time.
final class StoreView {
  let place: ViewPlace
  /// The actions that were read to a typed form.
  private(set) lazy var actions = DecodedActions()
  // Both are let go of on the loop's thread: others share what they hold.
  private var pointers: JSONSights?
  /// The last value of a part that is not there any more.
  private(set) var last: () -> JSON? = { nil }

  /// All of the store is shown.
  let isWhole: Bool

  init(_ place: ViewPlace) {
    self.place = place
    isWhole = place.steps.isEmpty
  }

  /// Keeps the last value of the part that is shown.
  func hold(in source: any StoreSource) { last = source.hold(place.state) }

  /// The way to what the text of a pointer names, from this view's place on.
  /// - Throws: for a text that is no pointer.
  func sight(
    _ text: UnsafePointer<CChar>, in rows: JSONRowsPlaces
  ) throws(JSONError) -> JSONSight {
    if let pointers { return try pointers.sight(text) }
    let made = JSONSights(from: place.state, in: rows)
    pointers = made
    return try made.sight(text)
  }

  /// The store has ended.
  func forget() {
    pointers = nil
    last = { nil }
  }
}

/// The views of a store that somebody holds: scoping to one place twice gives one view.
///
/// Belongs to the loop's thread, and is empty when the store has ended.
final class ViewTable {
  private var views: [ViewPlace: Unmanaged<StoreHandle>] = [:]

  subscript(place: ViewPlace) -> StoreHandle? { views[place]?.takeUnretainedValue() }

  func insert(_ view: StoreHandle) { views[view.place] = .passUnretained(view) }
  func remove(_ view: StoreHandle) { views[view.place] = nil }

  /// The store has ended, and so have its views.
  func end() {
    let all = views.values
    views = [:]
    for view in all { view._withUnsafeGuaranteedRef { $0.storeEnded() } }
  }
}
