internal import KumikiValues

/// A value of the saved form, which may be missing, and its place.
struct SavedValue {
  let json: JSON?
  let way: [String]

  init(_ json: JSON?, at way: [String] = []) {
    self.json = json
    self.way = way
  }

  func expected(_ what: String) -> JSONError {
    .expected(what, found: json?.node, path: JSONPointer(keys: way).text)
  }

  /// A member of this object, missing where this is missing.
  func member(_ key: String) throws(JSONError) -> SavedValue {
    try require(.object, "an object")
    return SavedValue(json?[key: key], at: way + [key])
  }

  /// The members of this object; none if it is missing.
  func members() throws(JSONError) -> [SavedValue] {
    try require(.object, "an object")
    return (json?.keys ?? []).map { SavedValue(json?[key: $0], at: way + [$0]) }
  }

  /// The elements of this array; none if it is missing.
  func elements() throws(JSONError) -> [SavedValue] {
    try require(.array, "an array")
    return (0..<(json?.count ?? 0)).map { SavedValue(json?[index: $0], at: way + ["\($0)"]) }
  }

  private func require(_ kind: JSON.Kind, _ name: String) throws(JSONError) {
    if let json, json.kind != kind { throw expected(name) }
  }

  func integer(
    from least: Int64, to most: Int64 = .max, or missing: Int64? = nil
  ) throws(JSONError) -> Int64 {
    if json == nil, let missing { return missing }
    guard let number = json?.integer, number >= least, number <= most else {
      let upTo = most == .max ? "on" : "to \(most)"
      throw expected(least == .min ? "an integer" : "an integer from \(least) \(upTo)")
    }
    return number
  }

  /// A number of something that there are so many of.
  func number(below count: Int) throws(JSONError) -> Int {
    guard let number = json?.integer, number >= 0, number < count else {
      throw expected(count == 0 ? "no number" : "an integer from 0 to \(count - 1)")
    }
    return Int(number)
  }

  /// - Parameter least: 0 for a span of time.
  func nanoseconds(from least: Int64) throws(JSONError) -> Int64? {
    json == nil ? nil : try integer(from: least)
  }

  /// The age of something that was not younger than 0.
  ///
  /// - Parameter passed: how much older it is, if that was saved apart: what is younger has an age below 0 then.
  func age(passed: Int64?) throws(JSONError) -> Int64 {
    guard let passed else { return try integer(from: 0) }
    return try integer(from: 0 - passed).addingClamped(passed)
  }

  /// An element of this array, missing where there is none.
  func element(_ index: Int) throws(JSONError) -> SavedValue {
    try require(.array, "an array")
    return SavedValue(json?[index: index], at: way + ["\(index)"])
  }

  func text(or missing: String?) throws(JSONError) -> String? {
    guard let json else { return missing }
    guard let text = json.string else { throw expected("a text") }
    return text
  }

  func flag() throws(JSONError) -> Bool {
    guard let json else { return false }
    guard let flag = json.bool else { throw expected("true or false") }
    return flag
  }

  /// A pointer to a place in the state.
  func pointer() throws(JSONError) -> String {
    guard let text = json?.string else { throw expected("a JSON Pointer") }
    return try checked(text)
  }

  /// A presentation's id. The member's key is the pointer of its slot.
  func presentation() throws(JSONError) -> (at: String, id: PresentationID) {
    guard let id = json?.string.flatMap(PresentationID.init(given:)) else {
      throw expected("the id of a presentation")
    }
    return (try checked(way.last ?? ""), id)
  }

  private func checked(_ pointer: String) throws(JSONError) -> String {
    do throws(JSONError) { _ = try JSONPointer(pointer) } catch {
      throw JSONError(.decode, path: JSONPointer(keys: way).text, message: error.message)
    }
    return pointer
  }
}
