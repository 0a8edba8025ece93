internal import KumikiValues
internal import KumikiJSON

/// A part of a store's state that is read repeatedly: at a pointer from a scoped store's place. Its source caches the
/// lookup here.
class StorePart {
  let base: JSONAddress
  let pointer: JSONPointer
  /// Where the last token of the pointer led in a JSON state.
  var trace = JSONLookup.none
  /// The route to the part in a typed state.
  var reader: TypedPathReader?
  /// The value in a typed state, read once after each burst for all observers of the part.
  var observed: ObservedPart?
  /// The scalar that was made for the last read of it, because the state contains no JSON.
  var lent: JSON?

  init(_ base: JSONAddress, _ pointer: JSONPointer) {
    self.base = base
    self.pointer = pointer
  }

  var address: JSONAddress { base.appending(pointer) }

  /// Releases the cached objects.
  func forget() { (trace, reader, observed, lent) = (.none, nil, nil, nil) }
}

/// The part of a store that one handle shows as a whole, with caches for repeated reads and sends.
final class StoreView: StorePart {
  let place: ViewPlace
  /// Whether the handle shows the whole store.
  let isWhole: Bool
  /// A cache of decoded actions.
  let actions = OnceReference<DecodedActions>()
  // Released on the loop's thread, because the parts refer to shared objects.
  private var parts: [StorePart] = []
  private var texts = PointerTable()
  /// The last value of a part that no longer exists; nil for a part that always exists.
  var last: (any LastState)?
  /// The length of the state's last JSON text.
  var textSize = 0

  init(_ place: ViewPlace) {
    self.place = place
    isWhole = place.steps.isEmpty
    super.init(place.state, .root)
  }

  /// Returns the part at a pointer relative to the scoped store's place; the whole for nil.
  func part(_ text: CStringView?) throws -> StorePart {
    guard let text, !text.isEmpty else { return self }
    if let known = texts.find(text) { return parts[known] }
    let part = StorePart(place.state, try KumikiC.pointer(text))
    if let number = texts.insert(text) {
      if number < parts.count { parts[number] = part } else { parts.append(part) }
    }
    return part
  }

  /// Called when the store has ended.
  override func forget() {
    super.forget()
    (parts, texts) = ([], PointerTable())
    last = nil
  }
}
