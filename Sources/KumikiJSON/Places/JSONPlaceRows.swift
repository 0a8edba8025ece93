internal import KumikiValues

/// The rows of a place, if its value is an array of rows or a navigation path.
struct JSONPlaceRows {
  var known: JSONRows? {
    didSet {
      isAny = known != nil
      here = known.map { Uncounted($0) }
      idStep = known?.idKey.step
      hasCases = known?.form.hasCases ?? false
    }
  }
  // Copies of `known` and of its parts, without reference counting. For code that runs on every step.
  private(set) var isAny = false
  private(set) var here: Uncounted<JSONRows>?
  /// The member that contains a row's id.
  private(set) var idStep: JSONSegmentRef?
  private(set) var hasCases = false
  /// The rows that left in the running burst, with their last values.
  var departed: [JSONRowID: JSON] = [:]

  /// Returns the index of the row with an id; nil if no row has the id.
  func index(of id: JSONRowID, in array: JSONNode?) -> Int? { known?.index(of: id.node, in: array) }
}
