internal import KumikiValues

/// The holds of a place: requests to keep its last value after the value is gone.
struct JSONPlaceHolds {
  /// The number of holds of exactly this place.
  private(set) var count = 0
  /// The number of holds at this place or below.
  var below = 0
  /// The value that the holds keep.
  var last: JSON?
  /// The features here whose last state is requested. Each holds the place.
  var leaving: [Uncounted<JSONLeavingFeature>] = []
  /// The number of lists of the rows here.
  var listings = 0
  /// The stamp that these rows had when they last disappeared with a held part around them.
  var leftStamp: UInt64 = 0

  /// Adds holds, or removes some if the number is negative.
  mutating func add(_ number: Int) {
    count += number
    if count == 0 { last = nil }
  }
}
