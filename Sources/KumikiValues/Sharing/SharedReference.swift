/// A shared value: the object that all its users read and write.
final class SharedReference<Value>: SharedBox, SharedRoot, @unchecked Sendable {
  // The value is guarded by its lock. `keeper` is set before another thread has the reference.
  let name: String
  let place: SharedPlaceID?
  let observers = SharedObservers<Void>()
  private let state = Guarded(SharedLoading(), in: .sharedValues)
  private let content: Guarded<SharedCopy<Value>>
  private let medium: (any SharedMedium)?
  private let tracking = SharedTracking()
  private var keeper: SharedKeeper<Value>?
  /// Whether a write is being saved. Guarded by the writers' lock.
  private var isSaving = false

  /// - Parameters:
  ///   - place: The place of one of the engine's own keys, which references of other types may share.
  ///   - keeper: Loads and saves the value.
  init(
    _ value: Value, name: String, place: (any SharedPlace)? = nil,
    keeper: SharedKeeper<Value>? = nil
  ) {
    self.name = name
    self.place = place?.placeID
    medium = place?.medium
    content = Guarded(SharedCopy(value), in: .sharedValues)
    self.keeper = keeper
    keeper?.begin(self, value)
  }

  deinit {
    keeper?.end()
    tracking.leaveParents()
  }

  var root: any SharedRoot { self }

  func isSame(as other: any SharedBox<Value>) -> Bool { other === self }

  // MARK: - Reading

  /// A property that Observation tracks.
  var value: Value { content.withLock { $0 }.value }

  func read(in view: SharedView?) -> Value {
    tracking.access(self, \.value)
    medium?.prepareToRead()
    if let view, let copy = view[self] as? SharedCopy<Value> { return copy.value }
    return value
  }

  // MARK: - Writing

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if let view = SharedView.current {
      var value = read(in: view)
      defer { view.write(SharedCopy(value), to: self) }
      return try body(&value)
    }
    if isBeingWritten { return try modifyInside(body) }
    let result = try inTurn {
      let before = content.withLock { $0 }
      var value = before.value
      let result = try body(&value)
      SharedTracker.current?.note(self) { before }
      set(value)
      isSaving = true
      defer { isSaving = false }
      keeper?.save(value)
      return result
    }
    observers.notify(())
    return result
  }

  /// Runs a write. A value in a file is read, changed and written while no other process writes the file.
  private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let medium else { return try SharedWriteLock.write(turnPlace, body) }
    return try medium.update { try SharedWriteLock.write(turnPlace, body) }
  }

  private var turnPlace: SharedPlaceID { place ?? SharedPlaceID(self) }

  var isBeingWritten: Bool { SharedWriteLock.isWriting(turnPlace) }

  /// Runs a write inside another write of the same value. It changes a copy, because the outer write will overwrite
  /// the value.
  private func modifyInside<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    reportIssue(
      .sharedWriteInside,
      "\(name) is written inside its own update. The inner write is lost, and the update continues with "
        + "the value that it was given.", of: self)
    var copy = value
    return try body(&copy)
  }

  private func set(_ value: Value) {
    tracking.change(self, \.value) {
      content.replace(with: value)
    }
  }

  /// Sets a value that came from its place, and so is not saved again.
  func receive(_ value: Value) {
    let isNews = SharedWriteLock.hold {
      // The engine's places also report this reference's own writes, and writes to other members.
      if place != nil, isSaving || areEqual(self.value, value) { return false }
      set(value)
      // A write notifies the observers itself when it ends.
      return !isSaving
    }
    if isNews { observers.notify(()) }
  }

  // MARK: - Loading and saving

  /// A property that Observation tracks.
  var isLoadedOrSaved: Void {}

  var loading: SharedLoading {
    tracking.access(self, \.isLoadedOrSaved)
    return state.withLock { $0 }
  }

  func changeLoading(_ change: (inout SharedLoading) -> Void) {
    let isSeen = state.withLock { state in
      let before = state
      change(&state)
      return state.differs(from: before)
    }
    if isSeen { tracking.change(self, \.isLoadedOrSaved) {} }
  }

  func touch(_ change: () -> Void) {
    tracking.change(self, \.value, change)
  }

  // MARK: - Without the type

  func copy() -> AnyObject { content.withLock { $0 } }

  func isSame(_ one: AnyObject, _ other: AnyObject) -> Bool {
    guard let one = one as? SharedCopy<Value>, let other = other as? SharedCopy<Value> else {
      return false
    }
    return one === other || areEqual(one.value, other.value)
  }

  func value(of copy: AnyObject) -> Any {
    (copy as? SharedCopy<Value>)?.value ?? value
  }

  func load() async throws {
    if let keeper { try await keeper.load(into: self) }
  }

  func save() async throws {
    if let keeper { try await keeper.saveNow(read(in: nil)) }
  }
}
