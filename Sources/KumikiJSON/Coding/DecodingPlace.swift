internal import CJansson
internal import Kumiki

/// A value that is being decoded: the JSON that is there, or that nothing is.
///
/// A type that accepts `null` is also decoded where its member is absent: it is given a place
/// without a node.
final class DecodingPlace: CodingPlace {
  /// What the node belongs to; keeps it alive for a container that outlives its `init(from:)`.
  let whole: JSON
  let parent: DecodingPlace?
  let step: CodingStep
  let depth: Int
  /// What is here, borrowed from the whole; nil where nothing is.
  let node: JSONNode?
  /// The type being decoded, where it is an enum.
  var enumType: EnumType?

  /// Why no case of the enum fits, found where it could not be thrown.
  /// What is being written over, where something is. Whoever decodes holds it.
  var continuation: Unmanaged<JSONContinuation>?

  /// Something other than cases and scalars was read in here.
  private(set) var readsOther = false
  private var misfit: JSONError?
  private var acceptedNothing = false
  private var turns = 0

  init(whole: JSON, parent: DecodingPlace?, step: CodingStep, node: JSONNode?) {
    self.whole = whole
    self.parent = parent
    self.step = step
    self.node = node
    self.depth = (parent?.depth ?? 0) + 1
    continuation = parent?.continuation
  }

  /// A part of what is here.
  func part(_ step: CodingStep, _ node: JSONNode?) -> DecodingPlace {
    DecodingPlace(whole: whole, parent: self, step: step, node: node)
  }
}

// MARK: - Decoding a value

extension DecodingPlace {
  /// Decodes what is here.
  func value<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    if Scalar.includes(type) { return try scalar(type, at: .root, from: node) }
    if type == JSON.self {
      noteOther()
      return unsafeBitCast(try json(), to: T.self)
    }
    let outer = enumType
    defer { enumType = outer }
    return try run(type)
  }

  /// Decodes a part of what is here; a scalar needs no place.
  @inline(__always)
  func value<T: Decodable>(
    _ type: T.Type, at step: CodingStep, from node: JSONNode?
  ) throws(JSONError) -> T {
    if Scalar.includes(type) { return try scalar(type, at: step, from: node) }
    return try part(step, node).value(type)
  }

  @inline(__always)
  private func scalar<T>(
    _ type: T.Type, at step: CodingStep, from node: JSONNode?
  ) throws(JSONError) -> T {
    do throws(JSONError) {
      return try Scalar.value(type, from: node)
    } catch {
      throw error.at(path(step))
    }
  }

  /// What is here as it stands.
  func json() throws(JSONError) -> JSON {
    guard let node else { throw .expected("a value", found: nil, path: path()) }
    return JSON(borrowing: node)
  }

  private func run<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    try checkStack()
    enumType = EnumType(type)
    if enumType == nil, !EnumType.isOptional(type) { noteOther() }
    misfit = nil
    do {
      let value = try T(from: BridgeDecoder(place: self))
      guard node != nil || acceptedNothing else { throw misses("a value") }
      return continuation == nil ? value : continued(value)
    } catch let error as JSONError {
      throw error
    } catch {
      throw misfit ?? unknownRawValue(type) ?? JSONError(error, at: self)
    }
  }

  private func noteOther() {
    var place = self
    while !place.readsOther {
      place.readsOther = true
      guard let parent = place.parent else { return }
      place = parent
    }
  }

  private func checkStack() throws(JSONError) {
    guard depth <= JSONLimits.standard.depth else { throw .tooDeep(path: path()) }
    turns += 1
    guard (depth + turns) % StackRoom.levelsBetweenQuestions == 0 else { return }
    guard StackRoom.has(StackRoom.codingReserve) else {
      throw .stackExhausted(path: path())
    }
  }
}

// MARK: - What is here

extension DecodingPlace {
  /// Whether null is here, or nothing, which means the same to a type that asks.
  func isNull() -> Bool {
    acceptedNothing = acceptedNothing || node == nil
    return node?.isNull ?? true
  }

  func object() throws(JSONError) -> JSONNode {
    guard let node, node.pointee.type == JSON_OBJECT else { throw misses("an object") }
    return node
  }

  func array() throws(JSONError) -> JSONNode {
    guard let node, node.pointee.type == JSON_ARRAY else { throw misses("an array") }
    return node
  }

  func misses(_ expected: String) -> JSONError {
    .expected(expected, found: node, path: path())
  }

  /// Remembers why no case fits; thrown once the type has given up.
  func note(_ error: JSONError) { misfit = error }
}

extension UnsafeMutablePointer<json_t> {
  var isNull: Bool { pointee.type == JSON_NULL }
}

extension DecodingPlace {
  /// The error for an enum with raw values, which names the ones it has.
  private func unknownRawValue<T>(_ type: T.Type) -> JSONError? {
    guard node?.isContainer == false, type is any RawRepresentable.Type else { return nil }
    let known = CaseKeys.all(type).compactMap { value in
      (value as? any RawRepresentable).map { "\($0.rawValue)" }
    }
    guard !known.isEmpty else { return nil }
    return JSONError(
      .decode, path: path(),
      message: KnownNames.expected(
        oneOf: known, found: JSONError.found(node), name: node.map { JSON(borrowing: $0) }?.string))
  }
}
