internal import KumikiValues

/// Writes from a node's containers.
extension EncodingNode {
  @inline(__always)
  func put<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    if reader == nil { return try write(value, key) }
    if leads(to: key) { try follow(value, key) }
  }

  private func write<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    let made = try Self.json(for: value, in: self, at: .key(key))
    try setMember(key.stringValue, stealing: made)
  }

  func putNull(_ key: some CodingKey) throws(JSONError) {
    if let reader {
      if leads(to: key) { reader.reachNull(level: level + 1) }
      return
    }
    try setMember(key.stringValue, stealing: JSONNode.null)
  }

  /// Writes an absent optional as null. The standard library would leave the member out. Thus the member
  /// keeps its position in the object, and a pointer to it always resolves.
  func putOptional<T: Encodable>(_ value: T?, _ key: some CodingKey) throws(JSONError) {
    if reader == nil {
      guard let value else { return try putNull(key) }
      return try write(value, key)
    }
    if leads(to: key) { try followOptional(value, key) }
  }

  func append<T: Encodable>(_ value: T) throws(JSONError) {
    if reader != nil { return try followElement(value) }
    let array = try container(.array)
    let made = try Self.json(for: value, in: self, at: .index(array.elementCount))
    if !array.append(stealing: made) { throw .outOfMemory }
  }

  func appendNull() throws(JSONError) {
    if let reader {
      if leadsToElement() { reader.reachNull(level: level + 1) }
      return
    }
    try appendPlaceholder()
  }

  private func appendPlaceholder() throws(JSONError) {
    if !(try container(.array).append(stealing: .null)) { throw .outOfMemory }
  }

  /// Writes a single value, which may take any form.
  func putAlone<T: Encodable>(_ value: T) throws(JSONError) {
    if reader != nil { return try followHere(value) }
    if form == .undecided, T.self != JSON.self, !Scalar.includes(T.self) {
      enumType = EnumType(T.self)
      return try run(value)
    }
    try checkOpen(.alone)
    guard json == nil else { return fail("written twice as a single value") }
    try adopt(try Self.json(for: value, in: parent, at: step))
  }

  func putNullAlone() throws(JSONError) {
    guard reader == nil else { return }
    try checkOpen(.alone)
    if json == nil { try adopt(JSONNode.null) }
  }

  /// Writes a case without a payload as its name.
  func putCaseName(_ key: some CodingKey) {
    guard reader == nil else { return }
    do throws(JSONError) {
      guard json == nil else { return fail("written as two cases") }
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
    let isSet: Bool? = key.withBytes { key in
      key.contains(0) ? nil : object.set(key, stealing: value)
    }
    guard let isSet else {
      value.releaseDeep()
      throw JSONError(.decode, path: path(), message: "a key with U+0000, which is not readable")
    }
    if !isSet { throw .outOfMemory }
  }

  var count: Int { reader != nil ? passed : json?.elementCount ?? 0 }
}

// MARK: - Nesting

extension EncodingNode {
  /// Makes a container under a key of this node and inserts it.
  func nested(_ key: some CodingKey, _ asked: Form) -> EncodingNode {
    if let reader { return followNested(.key(key), asked, matches: leads(to: key), reader) }
    let node = EncodingNode(
      parent: self, step: .key(key), attachment: .member(self, key: key.stringValue))
    return node.opened(asked)
  }

  /// Makes a container as the next element of this node.
  func nestedElement(_ asked: Form) -> EncodingNode {
    let index = count
    if let reader { return followNested(.index(index), asked, matches: leadsToElement(), reader) }
    do throws(JSONError) {
      // null reserves the element's place until its value is known.
      try appendPlaceholder()
    } catch {
      fail(error)
    }
    let node = EncodingNode(
      parent: self, step: .index(index), attachment: .element(self, index: index))
    return node.opened(asked)
  }

  func opened(_ asked: Form) -> EncodingNode {
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
