internal import KumikiValues

/// A value being decoded, with or without JSON.
///
/// A type that accepts `null` is also decoded if its member is absent. Its node then has no JSON.
final class DecodingNode: CodingNode {
  /// The JSON that contains this value, kept alive for a container that outlives its `init(from:)`.
  let whole: JSON
  let parent: DecodingNode?
  let step: CodingStep
  let depth: Int
  /// The JSON of this value, borrowed from `whole`; nil if it is absent.
  let json: JSONNode?
  /// The type being decoded, if it is an enum.
  var enumType: EnumType?

  /// Records what a type requests, if the decoding only serves to inspect the type.
  let probe: TypeProbe?
  /// The state that is being replaced, if any.
  var continuation: JSONContinuation?

  /// Whether anything but cases and scalars was decoded at this node or below.
  private(set) var readsOther = false
  /// Why no case of the enum matches, if the mismatch was found where an error could not be thrown.
  private var mismatch: JSONError?
  /// Why the value is refused, even if the type accepts it.
  private var refusal: JSONError?
  private var acceptedNothing = false
  var turns = 0

  private init(
    _ whole: JSON, _ parent: DecodingNode?, _ step: CodingStep, _ json: JSONNode?,
    _ probe: TypeProbe? = nil
  ) {
    self.probe = probe
    self.whole = whole
    self.parent = parent
    self.step = step
    self.json = json
    self.depth = (parent?.depth ?? 0) + 1
    continuation = parent?.continuation
  }

  convenience init(_ whole: JSON, for probe: TypeProbe? = nil) {
    self.init(whole, nil, .root, whole.node, probe)
  }

  /// Returns the node for a part of this value.
  func part(_ step: CodingStep, _ json: JSONNode?) -> DecodingNode {
    DecodingNode(whole, self, step, json)
  }
}

// MARK: - Decoding a value

extension DecodingNode {
  func value<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    if Scalar.includes(type) { return try scalar(type, at: .root, from: json) }
    if type == JSON.self {
      noteOther()
      return known(try jsonValue(), as: T.self)
    }
    let outer = enumType
    defer { enumType = outer }
    return try run(type)
  }

  /// Decodes a part of this value. A scalar needs no node.
  @inline(__always)
  func value<T: Decodable>(
    _ type: T.Type, at step: CodingStep, from json: JSONNode?
  ) throws(JSONError) -> T {
    if Scalar.includes(type) { return try scalar(type, at: step, from: json) }
    return try part(step, json).value(type)
  }

  @inline(__always)
  private func scalar<T>(
    _ type: T.Type, at step: CodingStep, from json: JSONNode?
  ) throws(JSONError) -> T {
    do throws(JSONError) {
      return try Scalar.value(type, from: json)
    } catch {
      throw error.at(path(step))
    }
  }

  /// Returns the JSON of this value, unchanged.
  func jsonValue() throws(JSONError) -> JSON {
    guard let json else { throw .expected("a value", found: nil, path: path()) }
    return JSON(borrowing: json)
  }

  private func run<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    guard depth <= JSONLimits.standard.depth else { throw .tooDeep(path: path()) }
    try checkStack()
    enumType = EnumType(type)
    if enumType == nil, !TypeMetadata(type).isOptional { noteOther() }
    (mismatch, refusal) = (nil, nil)
    do {
      let value = try T(from: BridgeDecoder(node: self))
      if let refusal { throw refusal }
      guard json != nil || acceptedNothing else { throw misses("a value") }
      guard let continuation else { return value }
      return continuation.continued(value, at: self)
    } catch let error as JSONError {
      throw error
    } catch {
      throw mismatch ?? unknownRawValue(type)
        ?? JSONError(error, at: self).adding(textFoundAt: json, path())
    }
  }

  private func noteOther() {
    var node = self
    while !node.readsOther {
      node.readsOther = true
      guard let parent = node.parent else { return }
      node = parent
    }
  }
}

// MARK: - Single values

extension DecodingNode {
  /// Whether the value is null or absent. A type that asks treats both alike.
  func isNull() -> Bool {
    acceptedNothing = acceptedNothing || json == nil
    return json?.isNull ?? true
  }

  func object() throws(JSONError) -> JSONNode {
    guard let json, json.isObject else { throw misses("an object") }
    return json
  }

  func array() throws(JSONError) -> JSONNode {
    guard let json, json.isArray else { throw misses("an array") }
    return json
  }

  func misses(_ expected: String) -> JSONError { .expected(expected, found: json, path: path()) }

  /// Records why no case matches. The error is thrown after the type has failed.
  func note(_ error: JSONError) { mismatch = error }

  /// Refuses the value, even if the type accepts it.
  func refuse(_ error: JSONError) { refusal = error }
}

extension DecodingNode {
  /// Returns the error for an enum with raw values, which lists the values.
  // Not generic, so that this code is in the library once.
  @inline(never)
  private func unknownRawValue(_ type: Any.Type) -> JSONError? {
    guard json?.isContainer == false, let type = type as? any RawRepresentable.Type
    else { return nil }
    let known = Self.rawValues(of: type)
    guard !known.isEmpty else { return nil }
    return .expected(
      oneOf: known, found: JSONError.found(json), name: json.flatMap { JSON(borrowing: $0).string },
      path: path())
  }

  private static func rawValues<Value: RawRepresentable>(of type: Value.Type) -> [String] {
    CaseKeys.all(type).map { "\($0.rawValue)" }
  }
}
