/// The holds of a place: requests to keep its last value after the value is gone.
struct JSONPlaceHolds {
  /// How many holds there are exactly here.
  private(set) var count = 0
  /// How many there are here or below.
  var below = 0
  /// The value that they keep.
  var last: JSON?
  /// How many lists there are of the rows here.
  var listings = 0
  /// The stamp of these rows when they last left with a held part around them.
  var leftStamp: UInt64 = 0

  /// Adds holds, or removes some if the number is negative.
  mutating func add(_ number: Int) {
    count += number
    if count == 0 { last = nil }
  }
}
