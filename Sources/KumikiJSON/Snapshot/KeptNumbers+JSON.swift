internal import KumikiValues

// The saved form of the numbers that a restored store continues from.

extension Identifiers.Position {
  var json: JSON {
    var members = [
      ("presentation", presentations.json), ("element", stackElements.json), ("uuid", uuids.json),
    ]
    // Most stores ask no requests.
    if requests.next > 0 { members.append(("request", requests.json)) }
    return JSON(members: members)
  }

  init(_ saved: SavedValue) throws(JSONError) {
    self.init()
    presentations = try Identifiers.Numbers(try saved.member("presentation"))
    stackElements = try Identifiers.Numbers(try saved.member("element"))
    uuids = try Identifiers.Numbers(try saved.member("uuid"))
    requests = try Identifiers.Numbers(try saved.member("request"))
  }
}

/// The next number, or an array of the next number and the taken numbers beyond it.
extension Identifiers.Numbers {
  fileprivate var json: JSON {
    // Beyond the integers of JSON: the largest integer is saved as taken.
    if next > UInt64(Int64.max) {
      return [.init(integerLiteral: .max), .init(integerLiteral: .max)]
    }
    let next = JSON(integerLiteral: Int64(next))
    if taken.isEmpty { return next }
    return JSON(elements: [next] + taken.ranges.map(\.json))
  }

  fileprivate init(_ saved: SavedValue) throws(JSONError) {
    guard saved.json?.kind == .array else {
      self.init(next: UInt64(try saved.integer(from: 0, or: 0)))
      return
    }
    let parts = try saved.elements()
    guard let first = parts.first else { throw saved.expected("the next number") }
    var taken = TakenNumbers()
    for part in parts.dropFirst() { taken.insert(try ClosedRange(part)) }
    self.init(next: UInt64(try first.integer(from: 0)), taken: taken)
  }
}

/// A single number, or the first and the last number of a range.
extension ClosedRange<UInt64> {
  fileprivate var json: JSON {
    let first = JSON(integerLiteral: Int64(clamping: lowerBound))
    if lowerBound == upperBound { return first }
    return [first, JSON(integerLiteral: Int64(clamping: upperBound))]
  }

  fileprivate init(_ saved: SavedValue) throws(JSONError) {
    guard saved.json?.kind == .array else {
      let number = UInt64(try saved.integer(from: 0))
      self = number...number
      return
    }
    let ends = try saved.elements()
    guard ends.count == 2 else { throw saved.expected("the first and the last number") }
    let first = try ends[0].integer(from: 0)
    self = UInt64(first)...UInt64(try ends[1].integer(from: first))
  }
}
