/// An array of unmanaged observers. A nil place is one whose observer has left.
///
/// A pointer and a count in place of an array, so that a walk during which places are added reads two
/// words.
@usableFromInline
struct ObserverPlaces {
  @usableFromInline private(set) var first: UnsafeMutablePointer<Uncounted<Observer>?>
  @usableFromInline private(set) var count = 0
  private var capacity = 4

  init() { first = .allocate(capacity: capacity) }

  /// Frees the memory, but does not release the observers.
  func free() { first.deallocate() }

  subscript(place: Int) -> Uncounted<Observer>? {
    get { first[place] }
    nonmutating set { first[place] = newValue }
  }

  var indices: Range<Int> { 0..<count }

  mutating func insert(_ observer: Uncounted<Observer>, at place: Int) {
    if count == capacity { grow() }
    (first + place + 1).update(from: first + place, count: count - place)
    first[place] = observer
    count += 1
  }

  mutating func removeLast(_ number: Int) { count -= number }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Uncounted<Observer>?>.allocate(capacity: capacity * 2)
    larger.update(from: first, count: count)
    first.deallocate()
    first = larger
    capacity *= 2
  }
}
