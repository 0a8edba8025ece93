internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// What a view of a Swift feature's store keeps, so that it finds neither the way to its place nor the
/// typed form of what it sends anew each time.
class TypedView {
  let place: ViewPlace
  private let sights: JSONSights
  let actions = DecodedActions()

  init(_ place: ViewPlace, _ rows: JSONRowsPlaces) {
    self.place = place
    sights = JSONSights(from: place.state, in: rows)
  }

  /// The part at a pointer's text, a new reference; nil where a longer look has to say what is there,
  /// or why there is nothing.
  final func newPart(_ text: UnsafePointer<CChar>) throws -> JSONNode? {
    let sight = try sights.sight(text)
    guard let node = try? look(sight) else { return nil }
    if node.kind != .null || place.state.endsInRow { return node }
    json_decref(node)
    return nil
  }

  /// Looks at the state.
  func look(_ sight: JSONSight) throws(JSONError) -> JSONNode? { nil }

  /// Sends an action that was sent before; nil for one that has to be read and checked.
  func send(_ action: JSONNode) throws -> StoreTask? { nil }
  /// The same, for a caller who wants no handle; false for one that has to be read.
  func sendUntracked(_ action: JSONNode) throws -> Bool { false }
}
