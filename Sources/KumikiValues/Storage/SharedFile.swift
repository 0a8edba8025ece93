/// A shared file: its content as last read or written, and the references to notify of changes.
///
/// A write has three steps. First it takes the lock of the file's folder, which keeps other processes out. Then it
/// takes the writers' lock (``SharedWriteLock``), reads the file again and changes the value. Last it writes to the disk,
/// while other writers continue. A thread that waits for the writers' lock holds only the folder's lock, and a thread
/// that has the writers' lock shares a folder's lock that this process already has. Updates inside updates therefore
/// do not deadlock (decision 29).
package final class SharedFile: SharedMedium, WatchedFile, @unchecked Sendable {
  // Mutable state is guarded by its lock, or used under the writers' lock.
  package let path: String
  package let slot = SharedSlot<[UInt8]>()
  private let isReal: Bool
  private let disk = Guarded(Disk())
  /// How deeply updates of this file are nested. Guarded by the writers' lock.
  private var depth = 0

  /// The content on the disk, and the content to be written. The lock is held only during disk access, never while
  /// waiting for anything else.
  private struct Disk {
    /// The content that this process last read or wrote.
    var seen: [UInt8]?
    var isKnown = false
    /// The last reported reason why the file could not be read.
    var failure: FileError?
    /// The content to be written, and the continuations to resume afterwards.
    var draft: [UInt8]?
    var waiting: [SaveContinuation] = []
  }

  init(_ path: String, isReal: Bool) {
    self.path = path
    self.isReal = isReal
  }

  deinit { if isReal { FileWatcher.remove(self) } }

  // MARK: - Reading

  package func prepareToRead() { FileWatcher.restartAfterFork() }

  /// Reads the content again; returns nil if the file does not exist. From now on, changes by other processes are
  /// noticed.
  package func read() throws(FileError) -> [UInt8]? {
    guard isReal else { return slot.content }
    FileWatcher.add(self)
    return try SharedWriteLock.hold { () throws(FileError) in
      do throws(FileError) { try adoptChanges() } catch {
        _ = note(error)
        throw error
      }
      return slot.content
    }
  }

  /// Called after a change to the file. Ignores the process's own writes.
  package func checkForChanges() {
    SharedWriteLock.hold {
      do throws(FileError) { try adoptChanges() } catch {
        if note(error) { slot.observers.notify(.failure(error)) }
      }
    }
  }

  /// Adopts the changes of other processes. Called under the writers' lock, so that it does not replace a newer value
  /// of this process.
  private func adoptChanges() throws(FileError) {
    let news = try disk.withLock { disk throws(FileError) -> [UInt8]?? in
      // A pending write will replace the file's content.
      guard disk.draft == nil else { return nil }
      let bytes: [UInt8]?
      do throws(FileError) { bytes = try FileSystem.read(path) } catch {
        // The next readable content counts as new, whatever was known before.
        disk.isKnown = false
        throw error
      }
      let isAsBefore = disk.isKnown && bytes == disk.seen
      (disk.seen, disk.isKnown, disk.failure) = (bytes, true, nil)
      // Known content causes no notification, so a value that could not be saved stays.
      return isAsBefore ? nil : .some(bytes)
    }
    if let news { slot.write(news) }
  }

  /// - Returns: Whether the failure differs from the last one.
  private func note(_ failure: FileError) -> Bool {
    disk.withLock { disk in
      defer { disk.failure = failure }
      return disk.failure != failure
    }
  }

  // MARK: - Writing

  /// Runs `body`, which may save a new content made from the current one. During that time no other process changes
  /// the file, and no other thread changes a shared value. Returns when the new content is on the disk.
  package func update<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isReal else { return try SharedWriteLock.hold(body) }
    FileWatcher.add(self)
    let lock = FolderLock.take(for: path, isWriter: SharedWriteLock.isMine)
    defer { finish(lock) }
    return try SharedWriteLock.hold { () throws(Failure) in
      let outer = depth
      depth = outer + 1
      defer { depth = outer }
      // An unreadable file stays as it is until the next write. This is that write, so it overwrites the file.
      if depth == 1 { try? adoptChanges() }
      return try body()
    }
  }

  /// Replaces the content and notifies the other references.
  ///
  /// - Parameter change: Makes the new content from the current one. If it throws, the continuation is resumed with
  ///   the error.
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

  /// Writes the saved content to the disk, unless an enclosing update will, and releases the lock.
  private func finish(_ lock: FolderLock) {
    let outcome = SharedWriteLock.isMine && depth > 0 ? nil : writeDraft(lock)
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

  /// Called in the child of a `fork`. Other threads' pending writes do not happen in the child.
  package func enterChild() {
    disk.resetInChild()
    disk.withLock { ($0.draft, $0.waiting) = (nil, []) }
    if !SharedWriteLock.isMine { depth = 0 }
  }
}
