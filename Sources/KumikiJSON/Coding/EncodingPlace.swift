internal import CJansson

/// A value that is being encoded: what has been written of it so far, and where it will stand.
///
/// The coders that the standard library asks for are thin structs around one of these. It holds its
/// node until its value's `encode(to:)` returns. A container that a type keeps for longer finds the
/// place closed, and its writes throw.
///
/// In a search (`EncodingPlace+Search.swift`) nothing is written before the place searched for is
/// reached.
final class EncodingPlace: CodingPlace {
  /// Where the places of what is in here come from; nil where each is made for its value.
  let room: EncodingRoom?
  let depth: Int
  /// Held by hand while this is at work: whoever is above is at work too.
  private var above: Unmanaged<EncodingPlace>?
  /// The same for a place that may outlive that.
  private var heldParent: EncodingPlace?
  private(set) var step: CodingStep
  /// The type being encoded, where it is an enum.
  var enumType: EnumType?
  /// The search that this place belongs to, and how many steps of its pointer lead here.
  private(set) var search: Unmanaged<EncodingSearch>?
  private let heldSearch: EncodingSearch?
  private(set) var level = 0
  /// Elements passed by in a search.
  var passed = 0
  /// How many members were written here in a search, and which of them was on the way last time; 0 where
  /// that is not known.
  var turn = 0
  var wantedTurn = 0

  private(set) var form = Form.undecided
  private(set) var node: JSONNode?
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

  /// A place of its own, which holds those above it.
  init(
    parent: EncodingPlace?, step: CodingStep, enumType: EnumType?,
    attachment: Attachment = .finished, search: Unmanaged<EncodingSearch>? = nil, level: Int = 0
  ) {
    room = parent?.room
    heldParent = parent
    above = parent.map { .passUnretained($0) }
    self.step = step
    self.depth = (parent?.depth ?? 0) + 1
    self.enumType = enumType
    self.attachment = attachment
    self.search = search
    heldSearch = search?.takeUnretainedValue()
    self.level = level
  }

  /// A place of a room, which serves many values.
  init(depth: Int, in room: EncodingRoom) {
    self.room = room
    self.depth = depth
    step = .root
    attachment = .finished
    heldSearch = nil
    isClosed = true
  }

  deinit { node?.releaseDeep() }

  var parent: EncodingPlace? { above?._withUnsafeGuaranteedRef { $0 } }
}

// MARK: - Places of a room

extension EncodingPlace {
  /// Begins with another value.
  func begin(
    _ parent: EncodingPlace?, _ step: CodingStep, _ enumType: EnumType?,
    _ search: Unmanaged<EncodingSearch>? = nil, level: Int = 0
  ) {
    above = parent.map { .passUnretained($0) }
    self.step = step
    self.enumType = enumType
    self.search = search
    if self.level != level {
      self.level = level
      wantedTurn = 0
    }
    passed = 0
    turn = 0
    form = .undecided
    isClosed = false
    failure = nil
    sortsKeys = false
  }

  /// Ends with it: nothing can be written any more.
  func rest() {
    above = nil
    search = nil
    isClosed = true
    if let left = node.take() { left.releaseDeep() }
  }

  /// The same, for the sake of a container that still holds this.
  func outlive() {
    heldParent = parent
    search = nil
    isClosed = true
  }
}

// MARK: - Encoding a value

extension EncodingPlace {
  /// Encodes a value as a part of `parent`, and answers a new reference.
  @inline(__always)
  static func node<T: Encodable>(
    for value: T, in parent: EncodingPlace?, at step: @autoclosure () -> CodingStep,
    room: EncodingRoom?
  ) throws(JSONError) -> JSONNode {
    let depth = parent?.depth ?? 0
    guard depth < JSONLimits.standard.depth else { throw .tooDeep(path: path(step(), in: parent)) }
    do throws(JSONError) {
      if let scalar = try Scalar.node(value) { return scalar }
    } catch {
      throw error.at(path(step(), in: parent))
    }
    return try containerNode(for: value, in: parent, at: step(), room: room)
  }

  /// The same where the value is no scalar.
  private static func containerNode<T: Encodable>(
    for value: T, in parent: EncodingPlace?, at step: CodingStep, room: EncodingRoom?
  ) throws(JSONError) -> JSONNode {
    if T.self == JSON.self {
      return try embedded(unsafeBitCast(value, to: JSON.self), in: parent, at: step)
    }
    guard let room else {
      let place = EncodingPlace(parent: parent, step: step, enumType: EnumType(T.self))
      return try place.complete(value)
    }
    let place = room.take((parent?.depth ?? 0) + 1)
    defer { room.giveBack(place) }
    place._withUnsafeGuaranteedRef { $0.begin(parent, step, EnumType(T.self)) }
    return try complete(value, at: place)
  }

  /// Out of line: what counts the place meanwhile has to be over when it is given back.
  @inline(never)
  private static func complete<T: Encodable>(
    _ value: T, at place: Unmanaged<EncodingPlace>
  ) throws(JSONError) -> JSONNode {
    try place.takeUnretainedValue().complete(value)
  }

  /// Has a value write itself here, and answers the finished node.
  private func complete<T: Encodable>(_ value: T) throws(JSONError) -> JSONNode {
    try run(value)
    return try finish()
  }

  /// A value that is JSON already stands as it is, if it does not go too deep here.
  private static func embedded(
    _ json: JSON, in parent: EncodingPlace?, at step: CodingStep
  ) throws(JSONError) -> JSONNode {
    let room = JSONLimits.standard.depth - (parent?.depth ?? 0)
    return try json.withNode { node throws(JSONError) in
      guard JSONMeasure.size(of: node, limits: JSONLimits(depth: room)) != nil else {
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

  /// Has a single value stand here after all: the name of a case, which the type announced as a
  /// member.
  func standAlone() throws(JSONError) {
    form = .alone
    try checkOpen(.alone)
  }

  /// The container to write into.
  @inline(__always)
  func container(_ asked: Form) throws(JSONError) -> JSONNode {
    if let node, form == asked, !isShut { return node }
    return try open(asked)
  }

  @discardableResult
  func open(_ asked: Form) throws(JSONError) -> JSONNode {
    try checkOpen(asked)
    if let node { return node }
    guard let made = asked == .array ? json_array() : json_object() else { throw .outOfMemory }
    try adopt(made)
    return made
  }

  /// Takes over a node as what stands here.
  func adopt(_ made: JSONNode) throws(JSONError) {
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

  func checkOpen(_ asked: Form) throws(JSONError) {
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

  func fail(_ error: JSONError) {
    switch attachment {
    case .finished: failure = failure ?? error
    case .member(let owner, _), .element(let owner, _):
      failure = failure ?? error
      owner.fail(error)
    }
  }
}

// MARK: - Dictionaries

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
      guard
        json_object_setn_new_nocheck(sorted, bytes.baseAddress, key.count, json_incref(value)) == 0
      else {
        json_decref(sorted)
        throw .outOfMemory
      }
    }
    return sorted
  }
}
