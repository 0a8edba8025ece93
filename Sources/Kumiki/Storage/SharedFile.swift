/// A file that is shared: its content as it was read or written last, and those who are told of another.
///
/// A write goes three steps: the lock of the file's folder, which keeps other processes out; the turn of this
/// process's writers, in which the file is read anew and the value changed; and the disk, for which no other
/// writer waits. Whoever waits for the turn has no other lock but the folder's, and whoever has the turn
/// goes along with a lock that this process has already: so updates inside of updates do not wait for each
/// other (decision 29).
package final class SharedFile: @unchecked Sendable {
  // What changes is behind its lock, or is used in the writers' turn.
  package let path: String
  package let slot = SharedSlot<[UInt8]>()
  private let isReal: Bool
  private let disk = Guarded(Disk())
  /// How many updates of it there are inside of each other. In the turn.
  private var depth = 0

  /// What is on the disk, and what is to be there. Held while the disk is used, and nothing else is waited for.
  private struct Disk {
    /// The content as this process saw it there last.
    var seen: [UInt8]?
    var isKnown = false
    /// Why it could not be read, as who shares the file was told.
    var failure: FileError?
    /// What is to be written, and who waits for that.
    var draft: [UInt8]?
    var waiting: [SaveContinuation] = []
  }

  init(_ path: String, isReal: Bool) {
    self.path = path
    self.isReal = isReal
  }

  deinit { if isReal { FileWatcher.remove(self) } }

  // MARK: - Reading

  /// The content, read anew; nil where there is no file. What others do to it is noticed from now on.
  package func read() throws(FileError) -> [UInt8]? {
    guard isReal else { return slot.content }
    FileWatcher.add(self)
    return try SharedTurn.hold { () throws(FileError) in
      do throws(FileError) { try catchUp() } catch {
        _ = note(error)
        throw error
      }
      return slot.content
    }
  }

  /// Something has happened to the file. What this process wrote itself is no news.
  func look() {
    SharedTurn.hold {
      do throws(FileError) { try catchUp() } catch {
        if note(error) { slot.fail(error) }
      }
    }
  }

  /// Takes over what others have written. In the turn, so that nothing older takes the place of what is
  /// written here.
  private func catchUp() throws(FileError) {
    let news = try disk.withLock { disk throws(FileError) -> [UInt8]?? in
      // A write that is under way takes the place of what is there.
      guard disk.draft == nil else { return nil }
      let bytes = try FileSystem.read(path)
      let isAsBefore = disk.isKnown && bytes == disk.seen
      defer { (disk.seen, disk.isKnown, disk.failure) = (bytes, true, nil) }
      if !isAsBefore { return .some(bytes) }
      // What could not be saved holds; that all can be read again is told.
      return disk.failure == nil ? nil : .some(slot.content)
    }
    if let news { slot.write(news) }
  }

  /// - Returns: whether it is news.
  private func note(_ failure: FileError) -> Bool {
    disk.withLock { disk in
      defer { disk.failure = failure }
      return disk.failure?.isLike(failure) != true
    }
  }

  // MARK: - Writing

  /// Runs `body`, which may save a new content made of the present one, while no other process changes the
  /// file and no other thread a shared value. Returns when what was saved is on the disk.
  package func update<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isReal else { return try SharedTurn.hold(body) }
    FileWatcher.add(self)
    let lock = FolderLock.take(for: path)
    defer { finish(lock) }
    return try SharedTurn.hold { () throws(Failure) in
      let outer = depth
      depth = outer + 1
      defer { depth = outer }
      // What cannot be read is written over: this is the write that it waits for.
      if depth == 1 { try? catchUp() }
      return try body()
    }
  }

  /// Puts a new content in the place of the present one, and tells the others.
  ///
  /// - Parameter change: makes it of the present one; what it throws is the outcome.
  package func save(
    _ continuation: SaveContinuation, _ change: ([UInt8]?) throws -> [UInt8]
  ) {
    update {
      let new: [UInt8]
      do { new = try change(slot.content) } catch { return continuation.resume(throwing: error) }
      slot.write(new)
      guard isReal else { return continuation.resume() }
      disk.withLock { disk in
        disk.draft = new
        disk.waiting.append(continuation)
      }
    }
  }

  /// Has on the disk what was saved, unless that is left to an update around this one, and releases the lock.
  private func finish(_ lock: FolderLock) {
    let outcome = SharedTurn.isMine && depth > 0 ? nil : writeDraft(lock)
    lock.release()
    for continuation in outcome?.waiting ?? [] { continuation.resume(with: outcome!.result) }
  }

  private typealias Outcome = (waiting: [SaveContinuation], result: Result<Void, any Error>)

  private func writeDraft(_ lock: FolderLock) -> Outcome? {
    disk.withLock { disk in
      guard let new = disk.draft else { return nil }
      let waiting = disk.waiting
      (disk.draft, disk.waiting) = (nil, [])
      do throws(FileError) {
        try lock.replace(with: new)
        (disk.seen, disk.isKnown, disk.failure) = (new, true, nil)
        return (waiting, .success(()))
      } catch {
        return (waiting, .failure(error))
      }
    }
  }

  // MARK: - fork

  /// In the child of a `fork`: what other threads were about to write, they do not write here.
  func enterChild() {
    disk.startAnew()
    disk.withLock { ($0.draft, $0.waiting) = (nil, []) }
    if !SharedTurn.isMine { depth = 0 }
  }
}
