internal import Glibc

/// The lock of a folder. One process has it at a time, and writes files there.
///
/// It is a lock of the folder itself, so no file is left behind, and it ends with the process. In this process
/// one thread has it; a thread that is in the writers' turn goes along with the one that has it, which waits
/// for the turn or for the disk, and so changes nothing meanwhile.
struct FolderLock {
  /// The folder that is locked.
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
    /// All that are open here, also those that wait. A child of a `fork` closes its own.
    var descriptors: Set<Int32> = []
  }

  private static let state = Guarded(State(), in: .sharedValues)

  private let target: String
  private let held: Result<Held, FileError>
  private let generation = System.generation

  // MARK: - Taking and releasing

  /// Waits for the lock of the folder in which a file is, or is to be: the folder is made. Where that cannot
  /// be done, it is the error of ``replace(with:)``.
  static func take(for path: String) -> FolderLock {
    // The folder may be another one by the time that it is locked.
    for _ in 0..<100 {
      let target = FileSystem.target(of: path)
      do throws(FileError) {
        try FileSystem.checkName(target)
        let held = try lock(FileSystem.folder(of: target), path)
        if FileSystem.target(of: path) == target, isStillThere(held, target) {
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

  private static func lock(_ folder: String, _ path: String) throws(FileError) -> Held {
    try FileSystem.makeFolder(folder)
    let descriptor = try FileSystem.open(folder: folder)
    state.withLock { _ = $0.descriptors.insert(descriptor) }
    guard let identity = FileSystem.identity(of: descriptor) else {
      let code = errno
      close(descriptor)
      throw FileError(call: "fstat", path: folder, code: code)
    }
    if SharedTurn.isMine { return try goAlong(identity, descriptor, folder) }
    return have(identity, descriptor, isAlone: wait(for: descriptor))
  }

  private static func have(
    _ folder: FileSystem.Identity, _ descriptor: Int32, isAlone: Bool
  ) -> Held {
    let held = Held(folder, descriptor, isAlone: isAlone)
    if isAlone { state.withLock { $0.held[folder] = held } }
    return held
  }

  /// - Returns: whether it was had: not every file system gives one.
  private static func wait(for descriptor: Int32) -> Bool {
    var code = flock(descriptor, LOCK_EX)
    while code != 0, errno == EINTR { code = flock(descriptor, LOCK_EX) }
    return code == 0
  }

  /// Goes along with the thread that has the lock, or has it itself. The thread that comes to have it while
  /// this one waits needs the turn, which this one has: so it is not waited for blindly.
  private static func goAlong(
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
      // Two processes that each have a folder and want the other's would wait for ever. What another thread
      // of this one has counts too: that waits for the turn.
      rounds += 1
      if rounds > mostRounds, state.withLock({ !$0.held.isEmpty }) {
        close(descriptor)
        throw FileError(call: "flock", path: path, code: EDEADLK)
      }
      usleep(1000)
    }
  }

  /// Of a millisecond each, and what the other programs need.
  private static let mostRounds = 2_000

  func release() {
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
    // A child of a `fork` has the same lock until it is released here.
    if held.isAlone { flock(held.descriptor, LOCK_UN) }
    close(held.descriptor)
  }

  private static func close(_ descriptor: Int32) {
    state.withLock { state in
      state.descriptors.remove(descriptor)
      System.close(descriptor)
    }
  }

  /// In the child of a `fork`, to which none of the locks belongs.
  static func enterChild() {
    state.withLock { state in
      for descriptor in state.descriptors { System.close(descriptor) }
      state = State()
    }
  }

  // MARK: - Writing

  /// Puts a new file in the place of the one for which the lock was taken.
  func replace(with bytes: [UInt8]) throws(FileError) {
    guard generation == System.generation else {
      throw FileError(call: "flock", path: target, code: ECANCELED)
    }
    let held = try held.get()
    try FileSystem.replace(target, in: held.descriptor, with: bytes, isAlone: held.isAlone)
  }
}
