/// An array of unmanaged observers. A nil place is one whose observer has left.
///
/// A pointer and a count in place of an array, so that a walk during which places are added reads two
/// words.
@usableFromInline
@safe struct ObserverPlaces {
  @usableFromInline private(set) var first: UnsafeMutablePointer<Uncounted<Observer>?>
  @usableFromInline private(set) var count = 0
  private var capacity = 4

  init() { unsafe first = .allocate(capacity: capacity) }

  /// Frees the memory, but does not release the observers.
  func free() { unsafe first.deallocate() }

  subscript(place: Int) -> Uncounted<Observer>? {
    get { unsafe first[place] }
    nonmutating set { unsafe first[place] = newValue }
  }

  var indices: Range<Int> { 0..<count }

  mutating func insert(_ observer: Uncounted<Observer>, at place: Int) {
    if count == capacity { grow() }
    unsafe (first + place + 1).update(from: first + place, count: count - place)
    unsafe first[place] = observer
    count += 1
  }

  mutating func removeLast(_ number: Int) { count -= number }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Uncounted<Observer>?>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: first, count: count)
    unsafe first.deallocate()
    unsafe first = larger
    capacity *= 2
  }
}
