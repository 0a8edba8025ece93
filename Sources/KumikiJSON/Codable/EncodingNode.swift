internal import Kumiki

/// A value that is being encoded: what has been written of it so far, and where it will stand.
///
/// The coders that the standard library asks for are thin structs around one of these. It holds its
/// JSON until its value's `encode(to:)` returns. A container that a type keeps for longer finds the
/// node closed, and its writes throw.
///
/// Where a pointer is followed (`EncodingNode+Following.swift`) nothing is written before the place
/// that it leads to is reached.
final class EncodingNode: CodingNode {
  let parent: EncodingNode?
  let step: CodingStep
  let depth: Int
  /// The type being encoded, where it is an enum.
  var enumType: EnumType?

  /// Who follows a pointer through here.
  private(set) var reader: PointerReader?
  /// How many steps of the pointer lead here.
  let level: Int
  /// The next step of the pointer, until it was followed to its end.
  private(set) var nextSegment: JSONPointer.Segment?
  /// Elements passed by on the way.
  var passed = 0

  private(set) var form = Form.undecided
  private(set) var json: JSONNode?
  private let attachment: Attachment
  private var isClosed = false
  private var failure: JSONError?
  var turns = 0
  private var sortsKeys = false

  enum Form {
    case undecided, object, array, alone
  }

  /// What becomes of the JSON.
  enum Attachment {
    /// The caller of `finish` takes it.
    case finished
    /// It stands in the container of another node from its first moment on.
    case member(EncodingNode, key: String)
    case element(EncodingNode, index: Int)
  }

  init(
    parent: EncodingNode?, step: CodingStep, enumType: EnumType? = nil,
    attachment: Attachment = .finished, reader: PointerReader? = nil, level: Int = 0
  ) {
    self.parent = parent
    self.step = step
    depth = (parent?.depth ?? 0) + 1
    self.enumType = enumType
    self.attachment = attachment
    self.reader = reader
    self.level = level
    nextSegment = reader?.segment(at: level)
  }

  deinit { json?.releaseDeep() }

  /// Nothing more is looked for here once something is found.
  func noteFound(_ reader: PointerReader) { if reader.isDone { nextSegment = nil } }

  /// Nothing can be written here any more, nor found.
  func close() {
    reader = nil
    nextSegment = nil
    isClosed = true
  }
}

// MARK: - Encoding a value

extension EncodingNode {
  /// Encodes a value as a part of `parent`, and answers a new reference.
  @inline(__always)
  static func json<T: Encodable>(
    for value: T, in parent: EncodingNode?, at step: @autoclosure () -> CodingStep
  ) throws(JSONError) -> JSONNode {
    let depth = parent?.depth ?? 0
    guard depth < JSONLimits.standard.depth else { throw .tooDeep(path: path(step(), in: parent)) }
    do throws(JSONError) {
      if let scalar = try Scalar.node(value) { return scalar }
    } catch {
      throw error.at(path(step(), in: parent))
    }
    if let json = same(value, JSON.self) { return try embedded(json, in: parent, at: step()) }
    let node = EncodingNode(parent: parent, step: step(), enumType: EnumType(T.self))
    try node.run(value)
    return try node.finish()
  }

  /// A value that is JSON already stands as it is, if it does not go too deep here.
  private static func embedded(
    _ json: JSON, in parent: EncodingNode?, at step: CodingStep
  ) throws(JSONError) -> JSONNode {
    let levels = JSONLimits.standard.depth - (parent?.depth ?? 0)
    return try json.withNode { node throws(JSONError) in
      guard JSONMeasure.size(of: node, limits: JSONLimits(depth: levels)) != nil else {
        throw .tooDeep(path: path(step, in: parent))
      }
      return node.retained()
    }
  }

  private static func path(_ step: CodingStep, in parent: EncodingNode?) -> String {
    parent?.path(step) ?? ""
  }

  /// Lets a value write itself here.
  func run<T: Encodable>(_ value: T) throws(JSONError) {
    try checkStack()
    // Its own order differs from one process to the next.
    sortsKeys = TypeMetadata.isDictionary(T.self)
    do {
      try value.encode(to: BridgeEncoder(node: self))
    } catch let error as JSONError {
      throw error
    } catch {
      throw JSONError(error, at: self)
    }
  }

  /// The finished JSON, a new reference. The node is closed from now on.
  func finish() throws(JSONError) -> JSONNode {
    defer { close() }
    if let failure { throw failure }
    if json == nil { try open(form == .undecided ? .object : form) }
    let finished = json!
    json = nil
    return sortsKeys ? try finished.withSortedKeys() : finished
  }
}

// MARK: - Containers

extension EncodingNode {
  /// Remembers which container was asked for; it is made with its first write.
  func decide(_ asked: Form) {
    if form == .undecided { form = asked }
    if form != asked { fail("asked to be an object, an array and a single value in one") }
  }

  /// The container to write into.
  @inline(__always)
  func container(_ asked: Form) throws(JSONError) -> JSONNode {
    if let json, form == asked, !isShut { return json }
    return try open(asked)
  }

  @discardableResult
  func open(_ asked: Form) throws(JSONError) -> JSONNode {
    try checkOpen(asked)
    if let json { return json }
    guard let made = asked == .array ? JSONNode.array() : .object() else { throw .outOfMemory }
    try adopt(made)
    return made
  }

  /// Takes over what stands here.
  func adopt(_ made: JSONNode) throws(JSONError) {
    json = made
    switch attachment {
    case .finished: break
    case .member(let owner, let key):
      try owner.setMember(key, stealing: made.retained())
    case .element(let owner, let index):
      let array = try owner.container(.array)
      if !array.replace(at: index, stealing: made.retained()) { throw .outOfMemory }
    }
  }

  func checkOpen(_ asked: Form) throws(JSONError) {
    decide(asked)
    if isShut { throw JSONError(.decode, path: path(), message: "written to after it was encoded") }
    if let failure { throw failure }
  }

  private var isShut: Bool { isClosed || owner?.isShut == true }

  /// The node in whose container this stands.
  private var owner: EncodingNode? {
    switch attachment {
    case .finished: nil
    case .member(let owner, _), .element(let owner, _): owner
    }
  }

  /// Has a single value stand here after all: the name of a case, which the type announced as a
  /// member.
  func standAlone() throws(JSONError) {
    form = .alone
    try checkOpen(.alone)
  }

  /// Keeps an error that happened where none can be thrown; whoever finishes the value throws it.
  func fail(_ message: String) { fail(JSONError(.decode, path: path(), message: message)) }

  func fail(_ error: JSONError) {
    failure = failure ?? error
    owner?.fail(error)
  }
}

// MARK: - Dictionaries

extension JSONNode {
  /// The same members in the order of their keys' bytes; consumes the object.
  fileprivate func withSortedKeys() throws(JSONError) -> JSONNode {
    guard memberCount > 1 else { return self }
    defer { release() }
    guard let sorted = Self.object() else { throw .outOfMemory }
    for member in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard sorted.set(member.key, stealing: member.value.retained()) else {
        sorted.release()
        throw .outOfMemory
      }
    }
    return sorted
  }
}
