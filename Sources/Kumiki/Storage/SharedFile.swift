/// A file that is shared: its content as it was read or written last, and those who are told of another.
package final class SharedFile: @unchecked Sendable {
  // Immutable but for the slot and what watches, which have locks.
  package let path: String
  package let slot = SharedSlot<[UInt8]>()
  private let isReal: Bool
  private let watch = Guarded<FileWatcher.Watch?>(nil)

  init(_ path: String, isReal: Bool) {
    self.path = path
    self.isReal = isReal
  }

  deinit { if let watch = watch.withLock({ $0 }) { FileWatcher.remove(watch) } }

  /// The content, read anew; nil where there is no file.
  package func read() throws(FileError) -> [UInt8]? {
    guard isReal else { return slot.content }
    let bytes = try FileSystem.read(path)
    slot.remember(bytes)
    return bytes
  }

  /// Writes the content, and tells the others.
  ///
  /// - Parameter number: who writes, and is not told.
  package func write(_ bytes: [UInt8], from number: Int? = nil) throws(FileError) {
    try update(from: number) { _ in bytes }
  }

  /// Makes a new content of the one that is there, while no other process does.
  package func update(
    from number: Int? = nil, _ change: ([UInt8]?) -> [UInt8]?
  ) throws(FileError) {
    guard isReal else {
      if let new = change(slot.content) { slot.write(new, from: number) }
      return
    }
    let folder = FileSystem.folder(of: path)
    try FileSystem.makeFolder(folder)
    let new = try FileSystem.withLock(on: folder) { isAlone throws(FileError) -> [UInt8]? in
      guard let new = change(try FileSystem.read(path)) else { return nil }
      try FileSystem.replace(path, with: new, isAlone: isAlone)
      return new
    }
    if let new { slot.write(new, from: number) }
    startWatching()
  }

  /// Has changes from outside noticed, from now on.
  package func startWatching() {
    guard isReal else { return }
    watch.withLock { watch in
      if watch == nil { watch = FileWatcher.add(self) }
    }
  }

  /// Something has happened to the file. What this process wrote itself is no news.
  func look() {
    // Read while nobody here writes, so that nothing older takes the place of what is written.
    slot.writer.hold {
      let old = slot.content
      do {
        let new = try FileSystem.read(path)
        if new != old { slot.write(new) }
      } catch {
        // What happens to it next is noticed too.
        slot.fail(error)
      }
    }
  }
}
