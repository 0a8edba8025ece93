internal import KumikiValues

// Containers of a node that follows a pointer: they continue at the key or element on the pointer's path, and
// drop all other values without encoding them.
extension EncodingNode {
  /// Whether the pointer leads from here to a key.
  @inline(__always)
  func leads(to key: some CodingKey) -> Bool {
    guard let nextSegment else { return false }
    let name = key.stringValue
    guard name.utf8.count == nextSegment.count else { return false }
    return name.withBytes { nextSegment.raw.isEqual(to: $0) }
  }

  /// Whether the pointer leads to the next element. Counts the element as passed.
  func leadsToElement() -> Bool {
    defer { passed += 1 }
    return nextSegment?.index == passed
  }

  /// Continues in the value of a key on the pointer's path.
  @inline(never)
  func follow<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    guard let reader else { return }
    if enumType != nil { reader.mayVanish = true }
    try reader.reach(value, at: .key(key), in: self, level: level + 1)
    noteFound(reader)
  }

  @inline(never)
  func followOptional<T: Encodable>(_ value: T?, _ key: some CodingKey) throws(JSONError) {
    guard let reader else { return }
    reader.mayVanish = true
    if let value { try follow(value, key) } else { reader.reachNull(level: level + 1) }
  }

  func followElement<T: Encodable>(_ value: T) throws(JSONError) {
    let step = CodingStep.index(passed)
    guard leadsToElement(), let reader else { return }
    reader.mayVanish = true
    try reader.reach(value, at: step, in: self, level: level + 1)
    noteFound(reader)
  }

  /// Continues in a value below here.
  func lead<T: Encodable>(_ value: T) throws(JSONError) {
    defer { close() }
    try pass(value)
  }

  /// Continues in an element, or in the containers that the value writes.
  private func pass<T: Encodable>(_ value: T) throws(JSONError) {
    if nextSegment?.index != -1, let array = value as? any EncodableArray,
      try array.followElement(in: self)
    {
      return
    }
    try run(value)
  }

  /// Continues in a single value that makes up this whole value.
  func followHere<T: Encodable>(_ value: T) throws(JSONError) {
    guard let reader, !reader.isDone else { return }
    reader.mayVanish = true
    if level == reader.length { return try reader.arrive(value, at: step, in: parent) }
    if try reader.leaf(value, level: level) { return }
    enumType = EnumType(T.self)
    try pass(value)
  }

  /// Returns a container that has no value of its own: a case's payload, or a container that a type nests.
  func followNested(
    _ step: CodingStep, _ asked: Form, matches: Bool, _ reader: PointerReader
  ) -> EncodingNode {
    let offPath = { [self] in
      EncodingNode(parent: self, step: .root, reader: reader, level: .max)
    }
    guard matches, !reader.isDone else { return offPath() }
    if enumType != nil { reader.mayVanish = true }
    if level + 1 < reader.length {
      return EncodingNode(parent: self, step: step, reader: reader, level: level + 1)
    }
    guard reader.wantsJSON else { return offPath() }
    let node = EncodingNode(parent: self, step: step).opened(asked)
    reader.reach(container: node)
    return node
  }
}
