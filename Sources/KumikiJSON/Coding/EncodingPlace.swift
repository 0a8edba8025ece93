internal import CJansson

/// A value that is being encoded: what has been written of it so far, and where it will stand.
///
/// One of these is made for each container; the coders that the standard library asks for are thin structs
/// around it. It holds its node until its value's `encode(to:)` returns. A container that a type keeps for longer
/// finds the place closed, and its writes throw.
///
/// In a search (`EncodingPlace+Search.swift`) nothing is written before the place searched for is reached.
final class EncodingPlace: CodingPlace {
  let parent: EncodingPlace?
  let step: CodingStep
  let depth: Int
  /// The type being encoded, where it is an enum.
  var enumType: EnumType?
  /// The search that this place belongs to, and how many steps of its pointer lead here.
  let search: EncodingSearch?
  let level: Int
  /// Elements passed by in a search.
  var passed = 0

  private var form = Form.undecided
  private var node: JSONNode?
  private let attachment: Attachment
  private var isClosed = false
  private var failure: JSONError?
  private var turns = 0
  private var sortsKeys = false

  enum Form {
    case undecided, object, array, alone
  }

  /// What becomes of the node.
  enum Attachment {
    /// The caller of `finish` takes it.
    case finished
    /// It stands in the container of another place from its first moment on.
    case member(EncodingPlace, key: String)
    case element(EncodingPlace, index: Int)
  }

  init(
    parent: EncodingPlace?, step: CodingStep, enumType: EnumType?,
    attachment: Attachment = .finished, search: EncodingSearch? = nil, level: Int = 0
  ) {
    self.parent = parent
    self.step = step
    self.depth = (parent?.depth ?? 0) + 1
    self.enumType = enumType
    self.attachment = attachment
    self.search = search
    self.level = level
  }

  deinit { node?.releaseDeep() }
}

// MARK: - Encoding a value

extension EncodingPlace {
  /// Encodes a value as a part of `parent`, and answers a new reference.
  @inline(__always)
  static func node<T: Encodable>(
    for value: T, in parent: EncodingPlace?, at step: CodingStep
  ) throws(JSONError) -> JSONNode {
    let depth = parent?.depth ?? 0
    guard depth < JSONLimits.standard.depth else { throw .tooDeep(path: path(step, in: parent)) }
    do throws(JSONError) {
      if let scalar = try Scalar.node(value) { return scalar }
    } catch {
      throw error.at(path(step, in: parent))
    }
    return try containerNode(for: value, in: parent, at: step)
  }

  private static func containerNode<T: Encodable>(
    for value: T, in parent: EncodingPlace?, at step: CodingStep
  ) throws(JSONError) -> JSONNode {
    if T.self == JSON.self {
      return try embedded(unsafeBitCast(value, to: JSON.self), in: parent, at: step)
    }
    let place = EncodingPlace(parent: parent, step: step, enumType: EnumType(T.self))
    try place.run(value)
    return try place.finish()
  }

  /// A value that is JSON already stands as it is, if it does not go too deep here.
  private static func embedded(
    _ json: JSON, in parent: EncodingPlace?, at step: CodingStep
  ) throws(JSONError) -> JSONNode {
    let room = JSONLimits.standard.depth - (parent?.depth ?? 0)
    return try json.withNode { node throws(JSONError) in
      guard JSONMeasure.depth(of: node, limit: room) != nil else {
        throw .tooDeep(path: path(step, in: parent))
      }
      return json_incref(node)!
    }
  }

  private static func path(_ step: CodingStep, in parent: EncodingPlace?) -> String {
    parent?.path(step) ?? ""
  }

  /// Lets a value write itself here.
  func run<T: Encodable>(_ value: T) throws(JSONError) {
    try checkStack()
    // Its own order differs from one process to the next.
    sortsKeys = EnumType.isDictionary(T.self)
    do {
      try value.encode(to: BridgeEncoder(place: self))
    } catch let error as JSONError {
      throw error
    } catch {
      throw JSONError(error, at: self)
    }
  }

  /// Asks for room now and then, enough to get to the next question.
  private func checkStack() throws(JSONError) {
    turns += 1
    guard (depth + turns) % StackRoom.levelsBetweenQuestions == 0 else { return }
    guard StackRoom.has(StackRoom.codingReserve) else {
      throw .stackExhausted(path: path())
    }
  }

  /// The finished node, a new reference. The place is closed from now on.
  func finish() throws(JSONError) -> JSONNode {
    defer { isClosed = true }
    if let failure { throw failure }
    if node == nil { try open(form == .undecided ? .object : form) }
    let finished = node!
    node = nil
    return sortsKeys ? try finished.withSortedKeys() : finished
  }
}

// MARK: - Containers

extension EncodingPlace {
  /// Remembers which container was asked for; it is made with its first write.
  func decide(_ asked: Form) {
    if form == .undecided { form = asked }
    if form != asked { fail("asked to be an object, an array and a single value in one") }
  }

  /// The container to write into.
  @inline(__always)
  private func container(_ asked: Form) throws(JSONError) -> JSONNode {
    if let node, form == asked, !isShut { return node }
    return try open(asked)
  }

  @discardableResult
  private func open(_ asked: Form) throws(JSONError) -> JSONNode {
    try checkOpen(asked)
    if let node { return node }
    guard let made = asked == .array ? json_array() : json_object() else { throw .outOfMemory }
    try adopt(made)
    return made
  }

  /// Takes over a node as what stands here.
  private func adopt(_ made: JSONNode) throws(JSONError) {
    node = made
    switch attachment {
    case .finished: break
    case .member(let owner, let key):
      try owner.setMember(key, stealing: json_incref(made)!)
    case .element(let owner, let index):
      let array = try owner.container(.array)
      if json_array_set_new(array, index, json_incref(made)) != 0 { throw .outOfMemory }
    }
  }

  private func checkOpen(_ asked: Form) throws(JSONError) {
    decide(asked)
    if isShut { throw JSONError(.decode, path: path(), message: "written to after it was encoded") }
    if let failure { throw failure }
  }

  private var isShut: Bool {
    switch attachment {
    case .finished: isClosed
    case .member(let owner, _), .element(let owner, _): isClosed || owner.isShut
    }
  }

  /// Keeps an error that happened where none can be thrown; whoever finishes the value throws it.
  func fail(_ message: String) {
    fail(JSONError(.decode, path: path(), message: message))
  }

  private func fail(_ error: JSONError) {
    switch attachment {
    case .finished: failure = failure ?? error
    case .member(let owner, _), .element(let owner, _):
      failure = failure ?? error
      owner.fail(error)
    }
  }
}

// MARK: - Writing

extension EncodingPlace {
  func put<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    if search != nil { return try searchMember(value, key) }
    let made = try Self.node(for: value, in: self, at: .key(key))
    try setMember(key.stringValue, stealing: made)
  }

  func append<T: Encodable>(_ value: T) throws(JSONError) {
    if search != nil { return try searchElement(value) }
    let array = try container(.array)
    let made = try Self.node(for: value, in: self, at: .index(json_array_size(array)))
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
    try adopt(try Self.node(for: value, in: parent, at: step))
  }

  func putNull(_ key: some CodingKey) throws(JSONError) {
    if search != nil { return searchNull(at: searchMatches(key)) }
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
      form = .alone
      try checkOpen(.alone)
      guard let name = JSONNode.text(key.stringValue) else { throw .outOfMemory }
      try adopt(name)
    } catch {
      fail(error)
    }
  }

  private func setMember(_ key: String, stealing value: JSONNode) throws(JSONError) {
    let object: JSONNode
    do throws(JSONError) {
      object = try container(.object)
      if key.utf8.contains(0) {
        throw JSONError(.decode, path: path(), message: "a key with U+0000, which is not readable")
      }
    } catch {
      value.releaseDeep()
      throw error
    }
    if object.setMember(key, stealing: value) != 0 { throw .outOfMemory }
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

extension UnsafeMutablePointer<json_t> {
  /// The same members in the order of their keys' bytes; consumes the object.
  fileprivate func withSortedKeys() throws(JSONError) -> JSONNode {
    guard pointee.type == JSON_OBJECT, json_object_size(self) > 1 else { return self }
    defer { json_decref(self) }
    var members: [(key: UnsafeRawBufferPointer, value: JSONNode)] = []
    forEachMember { key, value in
      members.append((key, value))
      return true
    }
    members.sort { $0.key.lexicographicallyPrecedes($1.key) }
    guard let sorted = json_object() else { throw .outOfMemory }
    for (key, value) in members {
      let bytes = key.assumingMemoryBound(to: CChar.self)
      guard json_object_setn_new_nocheck(sorted, bytes.baseAddress, key.count, json_incref(value)) == 0
      else {
        json_decref(sorted)
        throw .outOfMemory
      }
    }
    return sorted
  }
}
