internal import Glibc

/// The lock of a folder. Only one process at a time holds it and writes files there.
///
/// The folder itself is locked, so the lock leaves no file behind and ends with the process. In this process one
/// thread holds the lock. A thread that has the lock of all writers may share it: the holder is then waiting for the
/// writers' lock or for the disk, so it changes nothing.
package struct FolderLock {
  /// A locked folder.
  private final class Held {
    let folder: FileSystem.Identity
    let descriptor: Int32
    let isAlone: Bool
    var users = 1

    init(_ folder: FileSystem.Identity, _ descriptor: Int32, isAlone: Bool) {
      self.folder = folder
      self.descriptor = descriptor
      self.isAlone = isAlone
    }
  }

  private struct State {
    var held: [FileSystem.Identity: Held] = [:]
    /// All open descriptors, including the descriptors of waiting threads. A child of a `fork` closes its copies.
    var descriptors: Set<Int32> = []
  }

  private static let state = Guarded(State(), in: .sharedValues)

  private let target: String
  private let held: Result<Held, FileError>
  private let generation = System.generation

  // MARK: - Taking and releasing

  /// Waits for the lock of a file's folder. Makes the folder if it does not exist. If that fails, ``replace(with:)``
  /// throws the error.
  ///
  /// - Parameter isWriter: Whether the calling thread has the writers' lock.
  package static func take(for path: String, isWriter: Bool) -> FolderLock {
    // While this thread waited, the path may have come to lead to another folder.
    for _ in 0..<100 {
      let target = FileSystem.target(of: path)
      do throws(FileError) {
        try FileSystem.checkName(target)
        let held = try lock(FileSystem.folder(of: target), isWriter)
        if FileSystem.target(of: path).isExactly(target), isStillThere(held, target) {
          return FolderLock(target: target, held: .success(held))
        }
        release(held)
      } catch {
        return FolderLock(target: target, held: .failure(error))
      }
    }
    return FolderLock(
      target: path, held: .failure(FileError(call: "flock", path: path, code: EAGAIN)))
  }

  private static func isStillThere(_ held: Held, _ target: String) -> Bool {
    FileSystem.identity(at: FileSystem.folder(of: target)) == held.folder
  }

  private static func lock(_ folder: String, _ isWriter: Bool) throws(FileError) -> Held {
    try FileSystem.makeFolder(folder)
    let descriptor = try FileSystem.open(folder: folder)
    state.withLock { _ = $0.descriptors.insert(descriptor) }
    guard let identity = FileSystem.identity(of: descriptor) else {
      let code = errno
      close(descriptor)
      throw FileError(call: "fstat", path: folder, code: code)
    }
    if isWriter { return try shareOrTake(identity, descriptor, folder) }
    return have(identity, descriptor, isAlone: wait(for: descriptor))
  }

  private static func have(
    _ folder: FileSystem.Identity, _ descriptor: Int32, isAlone: Bool
  ) -> Held {
    let held = Held(folder, descriptor, isAlone: isAlone)
    if isAlone { state.withLock { $0.held[folder] = held } }
    return held
  }

  /// - Returns: Whether the folder was locked. Not every file system supports it.
  private static func wait(for descriptor: Int32) -> Bool {
    var code = flock(descriptor, LOCK_EX)
    while code != 0, errno == EINTR { code = flock(descriptor, LOCK_EX) }
    return code == 0
  }

  /// Shares the lock of another thread, or takes the lock. Does not block in `flock`: a thread that gets the lock
  /// first would then wait for the writers' lock, which this thread has.
  private static func shareOrTake(
    _ folder: FileSystem.Identity, _ descriptor: Int32, _ path: String
  ) throws(FileError) -> Held {
    var rounds = 0
    while true {
      let known = state.withLock { state -> Held? in
        state.held[folder]?.users += 1
        return state.held[folder]
      }
      if let known {
        close(descriptor)
        return known
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        return have(folder, descriptor, isAlone: true)
      }
      if errno != EWOULDBLOCK, errno != EINTR {
        return have(folder, descriptor, isAlone: false)
      }
      // Two processes that each hold a folder's lock and want the other's would deadlock. Locks of this process's
      // other threads count too, since those threads wait for the writers' lock.
      rounds += 1
      if rounds > mostRounds, state.withLock({ !$0.held.isEmpty }) {
        close(descriptor)
        throw FileError(call: "flock", path: path, code: EDEADLK)
      }
      usleep(1000)
    }
  }

  /// The number of rounds, of one millisecond each, that other programs have to finish.
  private static let mostRounds = 2_000

  package func release() {
    guard generation == System.generation, case .success(let held) = held else { return }
    Self.release(held)
  }

  private static func release(_ held: Held) {
    let isLast = state.withLock { state in
      held.users -= 1
      if held.users == 0, state.held[held.folder] === held { state.held[held.folder] = nil }
      return held.users == 0
    }
    guard isLast else { return }
    // A child of a `fork` shares the lock, so closing the descriptor here would not release it.
    if held.isAlone { flock(held.descriptor, LOCK_UN) }
    close(held.descriptor)
  }

  private static func close(_ descriptor: Int32) {
    state.withLock { state in
      state.descriptors.remove(descriptor)
      System.close(descriptor)
    }
  }

  /// Called in the child of a `fork`, which owns none of the locks.
  static func enterChild() {
    state.withLock { state in
      for descriptor in state.descriptors { System.close(descriptor) }
      state = State()
    }
  }

  // MARK: - Writing

  /// Replaces the file that the lock was taken for.
  package func replace(with bytes: [UInt8]) throws(FileError) {
    guard generation == System.generation else {
      throw FileError(call: "flock", path: target, code: ECANCELED)
    }
    let held = try held.get()
    try FileSystem.replace(target, in: held.descriptor, with: bytes, isAlone: held.isAlone)
  }
}
