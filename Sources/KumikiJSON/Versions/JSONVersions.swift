internal import KumikiValues

/// The versions of a document's state that moments hold.
///
/// A moment needs no reference to the state, so the next write copies nothing. Instead, each write records its
/// inverse, and a reader of a moment applies the inverses to a copy of the current state. Versions form a tree: each
/// one leads to a later one, and the last ones to the current state, or to a state that was kept.
///
/// The owner of the document writes, records and makes moments. Any thread reads and releases them. The lock is held
/// during each change of the state, so that another thread takes a reference to a whole state, or
/// copies a part of one.
final class JSONVersions: @unchecked Sendable {
  let lock = YieldingLock()
  /// The current state, borrowed from the document; nil after its end.
  var current: JSONNode?
  /// The version that leads back from the current state.
  var open: JSONVersion?
  /// The version that was read last, and its state.
  var lastRead: (version: JSONVersion, state: JSON)?
  /// The number of changes that gave elements other indices.
  private(set) var structure = 0
  /// The owner's thread at the last moment.
  private var owner = Threads.current

  // The owner's.
  private var isWriting = false
  var covered = CoveredPlaces()
  private var path = GrowingPath()

  init(_ root: JSONNode) { current = root }

  /// Whether this is the thread of the owner, which does not write while it reads.
  var isOwner: Bool { owner == Threads.current }

  func withLock<Result>(_ body: () -> Result) -> Result {
    lock.acquire()
    defer { lock.release() }
    return body()
  }

  // MARK: The document

  /// Returns the current state as a moment.
  ///
  /// - Parameter reducer: the number of the reducer that would take the state as it is, if that is known.
  func moment(wholeFor reducer: UInt64? = nil) -> JSONMoment {
    withLock {
      owner = Threads.current
      if let open, open.inverses.isEmpty {
        open.holders += 1
        open.wholeFor = reducer ?? open.wholeFor
        return JSONMoment(open, of: self)
      }
      let version = JSONVersion(in: open?.line ?? JSONVersion.Line())
      version.holders = 1
      version.wholeFor = reducer
      if let open {
        open.next = version
        version.holders = 2
      }
      open = version
      covered.reset()
      return JSONMoment(version, of: self)
    }
  }

  /// Keeps other threads out until `endWrite`. Returns false if no moment leads back from the current state.
  ///
  /// - Parameter values: the number of values in the state.
  func beginWrite(values: Int) -> Bool {
    lock.acquire()
    // Reading would take as long as many copies: the moments keep the state, and this write copies.
    if let open, open.line.cost > 64 + values / 2 { keepCurrent() }
    if open?.holders == 0 { open = nil }
    isWriting = open != nil
    if !isWriting {
      covered = CoveredPlaces()
      lock.release()
    }
    return isWriting
  }

  func endWrite() {
    isWriting = false
    lock.release()
  }

  /// Called when the document has another root.
  func replaceRoot(_ node: JSONNode) { current = node }

  /// Called before the document drops its state.
  func end() {
    withLock {
      keepCurrent()
      (open, current) = (nil, nil)
    }
  }

  private func keepCurrent() {
    guard let last = open, last.holders > 0, let current else { return }
    last.end = JSON(borrowing: current)
    open = nil
  }

  // MARK: Inverses

  /// Records that elements have other indices now, or that places were written without a record.
  func noteStructure() { structure += 1 }

  /// Records the inverse of a write.
  ///
  /// - Parameters:
  ///   - place: the place of the write, from the root.
  ///   - container: the value that loses a member, or gains or loses an element.
  func record(_ write: JSONWrite, at place: JSONWritePlace, in container: JSONNode?) {
    if isWriting { return add(write, place, container) }
    withLock { add(write, place, container) }
  }

  private func add(_ write: JSONWrite, _ place: JSONWritePlace, _ container: JSONNode?) {
    let count = place.count
    guard let open, open.holders > 0 else { return }
    if count == 0, case .written(let old?, _) = write {
      // Another root shares nothing with the former one, so the moments keep the former one.
      open.end = JSON(borrowing: old)
      self.open = nil
      return
    }
    switch write {
    case .written(_?, by: nil):
      // The container as a whole, because the order of its members is a part of its text.
      add(.put, place, upTo: count - 1, container, to: open)
    case .written(let old, _):
      add(old == nil ? .drop : .put, place, upTo: count, old, to: open)
    case .inserted(let index, _):
      shift(at: index, of: container, in: open)
      add(.takeOut, place, upTo: count, nil, element: index, to: open)
    case .removed(let index, let old):
      noteStructure()
      shift(at: index, of: container, in: open)
      add(.insert, place, upTo: count, old, element: index, to: open)
    case .moved: break  // Recorded as a removal and an insertion.
    case .rows(let rows): rows.object.forEach(at: place) { add($0, $1, container) }
    }
  }

  /// Elements behind an index get other indices, unless the element there is the last one.
  private func shift(at index: Int, of array: JSONNode?, in version: JSONVersion) {
    let count = array?.elementCount ?? 0
    if index + 1 == count { return }
    noteStructure()
    covered.reset()
    version.add(cost: (count - index) / 8192)
  }

  private func add(
    _ kind: InverseKind, _ place: JSONWritePlace, upTo count: Int, _ old: JSONNode?,
    element: Int? = nil, to version: JSONVersion
  ) {
    path.clear()
    // No write adds an element but an insertion.
    if kind == .drop, count > 0, place[count - 1].isElement { return }
    for depth in 0..<count {
      if covered.contains(path.path, path.hash, in: version.inverses) { return }
      path.append(place[depth].segment, isElement: place[depth].isElement)
    }
    if covered.contains(path.path, path.hash, in: version.inverses) { return }
    if let element { path.append(element: element) }
    version.add(cost: 1)
    let position = version.inverses.append(kind, path.path, old)
    if kind != .insert { covered.insert(path.hash, position) }
  }
}
