internal import KumikiValues

/// A value being encoded: the JSON written so far, and the value's place.
///
/// The coders that the standard library requires are thin structs around a node. A node holds its JSON until
/// its value's `encode(to:)` returns. If a type keeps a container for longer, the node is closed, and writes
/// throw.
///
/// A node that follows a pointer (`EncodingNode+Following.swift`) writes nothing until the pointer's place is
/// reached.
final class EncodingNode: CodingNode {
  let parent: EncodingNode?
  let step: CodingStep
  let depth: Int
  /// The type being encoded, if it is an enum.
  var enumType: EnumType?

  /// The reader whose pointer passes through here, if any.
  private(set) var reader: PointerReader?
  /// The number of the pointer's steps that lead to this node.
  let level: Int
  /// The next step of the pointer; nil once the pointer was followed to its end.
  private(set) var nextSegment: JSONPointer.Segment?
  /// The number of elements that were passed.
  var passed = 0
  /// Writes the collections below this node, if some of their rows are known from the last write.
  private let rows: EncodedRows?

  private(set) var form = Form.undecided
  private(set) var json: JSONNode?
  private let attachment: Attachment
  private var isClosed = false
  private var failure: JSONError?
  var turns = 0
  private var disorder: Disorder?

  enum Form {
    case undecided, object, array, alone
  }

  /// Where the JSON goes.
  enum Attachment {
    /// The caller of `finish` receives it.
    case finished
    /// The container of another node holds it from the start.
    case member(EncodingNode, key: String)
    case element(EncodingNode, index: Int)
  }

  init(
    parent: EncodingNode?, step: CodingStep, enumType: EnumType? = nil,
    attachment: Attachment = .finished, reader: PointerReader? = nil, level: Int = 0,
    rows: EncodedRows? = nil
  ) {
    self.parent = parent
    self.step = step
    depth = (parent?.depth ?? 0) + 1
    self.enumType = enumType
    self.attachment = attachment
    self.reader = reader
    self.level = level
    self.rows = rows ?? parent?.rows
    nextSegment = reader?.segment(at: level)
  }

  deinit { json?.releaseDeep() }

  /// Stops the search in this node if the reader has found its value.
  func noteFound(_ reader: PointerReader) { if reader.isDone { nextSegment = nil } }

  /// Ends all writes and searches in this node.
  func close() {
    reader = nil
    nextSegment = nil
    isClosed = true
  }
}

// MARK: - Encoding a value

extension EncodingNode {
  /// Returns a value as JSON.
  @inline(never)
  static func json<T: Encodable>(of value: T) throws(JSONError) -> JSON {
    JSON(stealing: try json(for: value, in: nil, at: .root))
  }

  /// Encodes a value as a part of `parent`, and returns a new reference.
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
    if let parent, let rows = parent.rows, let part = try rows.part(value, in: parent, at: step()) {
      return part
    }
    let node = EncodingNode(parent: parent, step: step(), enumType: EnumType(T.self))
    try node.run(value)
    return try node.finish()
  }

  /// Uses a value that already is JSON unchanged, unless it would be nested too deep here.
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

  /// Makes a value encode itself into this node.
  func run<T: Encodable>(_ value: T) throws(JSONError) {
    try checkStack()
    disorder = Disorder(T.self)
    do {
      try value.encode(to: BridgeEncoder(node: self))
    } catch let error as JSONError {
      throw error
    } catch {
      throw JSONError(error, at: self)
    }
  }

  /// Returns the finished JSON, a new reference. Closes the node.
  func finish() throws(JSONError) -> JSONNode {
    defer { close() }
    if let failure { throw failure }
    if json == nil { try open(form == .undecided ? .object : form) }
    let finished = json!
    json = nil
    return try disorder?.sorted(finished) ?? finished
  }
}

// MARK: - Containers

extension EncodingNode {
  /// Records the kind of container that was requested. The first write creates it.
  func decide(_ asked: Form) {
    if form == .undecided { form = asked }
    if form != asked { fail("asked to be an object, an array and a single value in one") }
  }

  /// Returns the container to write into.
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

  /// Takes ownership of the JSON for this node.
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

  /// The node whose container contains this one.
  private var owner: EncodingNode? {
    switch attachment {
    case .finished: nil
    case .member(let owner, _), .element(let owner, _): owner
    }
  }

  /// Turns this into a single value: the name of a case, which the type had started as a member.
  func standAlone() throws(JSONError) {
    form = .alone
    try checkOpen(.alone)
  }

  /// Stores an error that cannot be thrown here. `finish` throws it.
  func fail(_ message: String) { fail(JSONError(.decode, path: path(), message: message)) }

  func fail(_ error: JSONError) {
    failure = failure ?? error
    owner?.fail(error)
  }
}
