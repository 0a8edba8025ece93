internal import CJansson

/// What the containers of a place write into it.
extension EncodingPlace {
  func put<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    if search != nil { return try searchMember(value, key) }
    let made = try Self.node(for: value, in: self, at: .key(key), room: room)
    try setMember(key.stringValue, stealing: made)
  }

  func append<T: Encodable>(_ value: T) throws(JSONError) {
    if search != nil { return try searchElement(value) }
    let array = try container(.array)
    let made = try Self.node(
      for: value, in: self, at: .index(json_array_size(array)), room: room)
    if json_array_append_new(array, made) != 0 { throw .outOfMemory }
  }

  /// Writes a value that is all there is here, and that may write itself in any form.
  func putAlone<T: Encodable>(_ value: T) throws(JSONError) {
    if search != nil { return try searchHere(value) }
    if form == .undecided, T.self != JSON.self, !Scalar.includes(T.self) {
      enumType = EnumType(T.self)
      return try run(value)
    }
    try checkOpen(.alone)
    guard node == nil else { return fail("written twice as a single value") }
    try adopt(try Self.node(for: value, in: parent, at: step, room: room))
  }

  func putNull(_ key: some CodingKey) throws(JSONError) {
    if search != nil { return searchNullMember(key) }
    try setMember(key.stringValue, stealing: json_null())
  }

  func appendNull() throws(JSONError) {
    if search != nil { return searchNull(at: searchMatchesNextElement()) }
    if json_array_append_new(try container(.array), json_null()) != 0 { throw .outOfMemory }
  }

  func putNullAlone() throws(JSONError) {
    guard search == nil else { return }
    try checkOpen(.alone)
    if node == nil { try adopt(json_null()) }
  }

  /// Writes a case without a payload: its name.
  func putCaseName(_ key: some CodingKey) {
    guard search == nil else { return }
    do throws(JSONError) {
      guard node == nil else { return fail("written as two cases") }
      try standAlone()
      guard let name = JSONNode.text(key.stringValue) else { throw .outOfMemory }
      try adopt(name)
    } catch {
      fail(error)
    }
  }

  func setMember(_ key: String, stealing value: JSONNode) throws(JSONError) {
    let object: JSONNode
    do throws(JSONError) {
      object = try container(.object)
    } catch {
      value.releaseDeep()
      throw error
    }
    var key = key
    let status: CInt? = key.withUTF8 { bytes in
      if bytes.contains(0) { return nil }
      return bytes.withMemoryRebound(to: CChar.self) { chars in
        json_object_setn_new_nocheck(
          object, chars.baseAddress ?? UnsafePointer(bitPattern: 1), chars.count, value)
      }
    }
    guard let status else {
      value.releaseDeep()
      throw JSONError(.decode, path: path(), message: "a key with U+0000, which is not readable")
    }
    if status != 0 { throw .outOfMemory }
  }

  var count: Int {
    search != nil ? passed : node.map { json_array_size($0) } ?? 0
  }
}

// MARK: - Nesting

extension EncodingPlace {
  /// A container under a key of this one, in its place from now on.
  func nested(_ key: some CodingKey, _ asked: Form) -> EncodingPlace {
    if search != nil { return searchNested(.key(key), asked, matches: searchMatches(key)) }
    let place = EncodingPlace(
      parent: self, step: .key(key), enumType: nil,
      attachment: .member(self, key: key.stringValue))
    return place.begin(asked)
  }

  /// A container as the next element of this one.
  func nestedElement(_ asked: Form) -> EncodingPlace {
    if search != nil {
      let step = CodingStep.index(passed)
      return searchNested(step, asked, matches: searchMatchesNextElement())
    }
    let index = count
    do throws(JSONError) {
      // null keeps the element's place until it is known.
      if json_array_append_new(try container(.array), json_null()) != 0 { throw .outOfMemory }
    } catch {
      fail(error)
    }
    let place = EncodingPlace(
      parent: self, step: .index(index), enumType: nil,
      attachment: .element(self, index: index))
    return place.begin(asked)
  }

  func begin(_ asked: Form) -> EncodingPlace {
    guard asked != .undecided else { return self }
    do throws(JSONError) {
      guard depth <= JSONLimits.standard.depth else { throw .tooDeep(path: path()) }
      try open(asked)
    } catch {
      fail(error)
    }
    return self
  }
}
