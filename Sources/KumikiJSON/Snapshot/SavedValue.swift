internal import KumikiValues

/// A value of the saved form, which may be missing, and its place.
struct SavedValue {
  let json: JSON?
  let path: [String]

  init(_ json: JSON?, at path: [String] = []) {
    self.json = json
    self.path = path
  }

  func expected(_ what: String) -> JSONError {
    .expected(what, found: json?.node, path: JSONPointer(keys: path).text)
  }

  /// Returns a member of this object; missing if the object is missing.
  func member(_ key: String) throws(JSONError) -> SavedValue {
    try require(.object, "an object")
    return SavedValue(json?[key: key], at: path + [key])
  }

  /// Returns the members of this object; none if it is missing.
  func members() throws(JSONError) -> [SavedValue] {
    try require(.object, "an object")
    return (json?.keys ?? []).map { SavedValue(json?[key: $0], at: path + [$0]) }
  }

  /// Returns the elements of this array; none if it is missing.
  func elements() throws(JSONError) -> [SavedValue] {
    try require(.array, "an array")
    return (0..<(json?.count ?? 0)).map { SavedValue(json?[index: $0], at: path + ["\($0)"]) }
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

  /// Returns the number of an item, where `count` items exist.
  func number(below count: Int) throws(JSONError) -> Int {
    guard let number = json?.integer, number >= 0, number < count else {
      throw expected(count == 0 ? "no number" : "an integer from 0 to \(count - 1)")
    }
    return Int(number)
  }

  /// - Parameter least: 0 for a duration.
  func nanoseconds(from least: Int64) throws(JSONError) -> Int64? {
    json == nil ? nil : try integer(from: least)
  }

  /// Returns an age, which cannot be negative after `passed` is added.
  ///
  /// - Parameter passed: the time to add, if saved separately; the saved ages may then be below 0.
  func age(passed: Int64?) throws(JSONError) -> Int64 {
    guard let passed else { return try integer(from: 0) }
    return try integer(from: 0 - passed).addingClamped(passed)
  }

  /// Returns an element of this array; missing if the array has no such element.
  func element(_ index: Int) throws(JSONError) -> SavedValue {
    try require(.array, "an array")
    return SavedValue(json?[index: index], at: path + ["\(index)"])
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

  /// Returns a pointer to a place in the state.
  func pointer() throws(JSONError) -> String {
    guard let text = json?.string else { throw expected("a JSON Pointer") }
    return try checked(text)
  }

  /// Returns a presentation's id. The member's key is the pointer of its slot.
  func presentation() throws(JSONError) -> (at: String, id: PresentationID) {
    guard let id = json?.string.flatMap(PresentationID.init(given:)) else {
      throw expected("the id of a presentation")
    }
    return (try checked(path.last ?? ""), id)
  }

  private func checked(_ pointer: String) throws(JSONError) -> String {
    do throws(JSONError) { _ = try JSONPointer(pointer) } catch {
      throw JSONError(.decode, path: JSONPointer(keys: path).text, message: error.message)
    }
    return pointer
  }
}
