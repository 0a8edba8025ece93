internal import CLinux
internal import Glibc
internal import Synchronization

/// A file that is watched for changes by other processes.
package protocol WatchedFile: AnyObject, Sendable {
  var path: String { get }
  /// Called after a change to the file, on the watcher's thread.
  func checkForChanges()
  /// Called in the child of a `fork`, before ``look()``.
  func enterChild()
}

/// Watches files for changes by other processes, on a thread that runs only while there are files to watch.
///
/// The watcher observes folders, because other processes replace files rather than change them: the file's folder,
/// the folders above it, which may be renamed or removed, and the folders of the links that the path passes through.
/// If a folder does not exist yet, the folder above is watched. After every change to one of them the watcher
/// resolves the path from the root again.
package enum FileWatcher {
  struct Watched {
    weak var file: (any WatchedFile)?
    let path: String
    var route = FileRoute()
  }

  struct State {
    var notices: Int32 = -1
    var end: Int32 = -1
    var isRunning = false
    var files: [ObjectIdentifier: Watched] = [:]
    /// The files whose paths lead through a folder, by the folder's watch descriptor.
    var folders: [Int32: Set<ObjectIdentifier>] = [:]
  }

  static let state = Guarded(State())
  /// Held by the thread except while it waits, and held across a `fork`. Otherwise the thread could hold a lock of
  /// the Swift runtime during a `fork`, for example for a type's first use, and the child would never see that lock
  /// released.
  static let workLock = GuardLock(isRecursive: true)
  /// The fork generation that the thread belongs to.
  private static let generation = Atomic<Int>(0)

  /// Starts to watch a file. If the system does not allow that, changes go unnoticed.
  package static func add(_ file: any WatchedFile) {
    restartAfterFork()
    let id = ObjectIdentifier(file)
    state.withLock { state in
      // If the thread could not be started, this call tries again.
      guard state.files[id] == nil || !state.isRunning else { return }
      state.files[id] = Watched(file: file, path: file.path)
      followRoute(of: id, &state)
    }
  }

  package static func remove(_ file: any WatchedFile) {
    state.withLock { state in
      let id = ObjectIdentifier(file)
      guard let gone = state.files.removeValue(forKey: id) else { return }
      for folder in gone.route.folders.keys { leave(folder, id, &state) }
      if state.files.isEmpty { stop(&state) }
    }
  }

  /// In the child of a `fork`, which does not have the thread: starts a new thread and checks all files.
  package static func restartAfterFork() {
    guard generation.load(ordering: .relaxed) != System.generation else { return }
    let files = state.withLock { state -> [any WatchedFile] in
      guard generation.load(ordering: .relaxed) != System.generation else { return [] }
      generation.store(System.generation, ordering: .relaxed)
      // The parent's thread reads from these descriptors.
      System.close(state.notices)
      System.close(state.end)
      (state.notices, state.end, state.isRunning) = (-1, -1, false)
      state.folders = [:]
      return state.files.keys.compactMap { id in
        state.files[id]?.route = FileRoute()
        followRoute(of: id, &state)
        return state.files[id]?.file
      }
    }
    for file in files { file.enterChild() }
    for file in files { file.checkForChanges() }
  }

  // MARK: - Folders

  private static func followRoute(of id: ObjectIdentifier, _ state: inout State) {
    guard let watched = state.files[id], state.isRunning || start(&state) else { return }
    let notices = state.notices
    let route = FileRoute(to: watched.path) { path, events in
      unsafe inotify_add_watch(notices, path, events)
    }
    for folder in route.folders.keys { state.folders[folder, default: []].insert(id) }
    for folder in watched.route.folders.keys where route.folders[folder] == nil {
      leave(folder, id, &state)
    }
    state.files[id]?.route = route
  }

  private static func leave(_ folder: Int32, _ id: ObjectIdentifier, _ state: inout State) {
    state.folders[folder]?.remove(id)
    guard state.folders[folder]?.isEmpty == true else { return }
    state.folders[folder] = nil
    // The call fails if the folder is gone. In the child of a `fork` the watch is the parent's.
    if generation.load(ordering: .relaxed) == System.generation {
      inotify_rm_watch(state.notices, folder)
    }
  }

  // MARK: - The thread

  private static func start(_ state: inout State) -> Bool {
    guard let end = try? System.makeEvent() else { return false }
    let notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notices >= 0, Worker.start({ run(notices, end) }) != nil else {
      System.close(notices)
      System.close(end)
      return false
    }
    (state.notices, state.end, state.isRunning) = (notices, end, true)
    return true
  }

  /// Asks the thread to end. The thread closes its descriptors itself.
  private static func stop(_ state: inout State) {
    if state.isRunning, generation.load(ordering: .relaxed) == System.generation {
      System.signal(state.end)
    }
    (state.notices, state.end, state.isRunning) = (-1, -1, false)
    state.folders = [:]
  }

  private static func run(_ notices: Int32, _ end: Int32) {
    workLock.lock()
    var entries = [
      pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    var isOver = false
    // Initialises the runtime's lazy data now, before the lock is released.
    SharedWriteLock.prepare()
    _ = unsafe poll(&entries, 2, 0)
    while !isOver {
      workLock.unlock()
      let count = unsafe poll(&entries, 2, -1)
      let wasInterrupted = count < 0 && errno == EINTR
      // A thread that forks inside an update has the writers' lock, so this thread takes that lock first too.
      SharedWriteLock.hold {
        workLock.lock()
        isOver = count < 0 ? !wasInterrupted : entries[1].revents != 0
        if !isOver { for file in touched(notices) { file.checkForChanges() } }
      }
    }
    System.close(notices)
    System.close(end)
    workLock.unlock()
  }

  /// The files that the pending notices concern.
  private static func touched(_ notices: Int32) -> [any WatchedFile] {
    let happened = FileNotice.read(from: notices)
    guard !happened.isEmpty else { return [] }
    return state.withLock { state in
      guard state.notices == notices else { return [] }
      var found: Set<ObjectIdentifier> = []
      for notice in happened {
        // If notices were lost, check every file.
        let candidates = notice.isLoss ? Set(state.files.keys) : state.folders[notice.folder] ?? []
        for id in candidates where !found.contains(id) {
          guard let watched = state.files[id], notice.isLoss || watched.route.concerns(notice)
          else {
            continue
          }
          followRoute(of: id, &state)
          if !(notice.isCreation && state.files[id]!.route.isNewFile(notice)) { found.insert(id) }
        }
      }
      return found.compactMap { state.files[$0]?.file }
    }
  }
}

/// The locks that files and shared values hold across a `fork`, and the objects that a child starts again.
package enum ForkedFiles {
  /// Called before all other locks are taken, because the watching thread also takes loops' locks to deliver its news.
  package static func holdThread() { FileWatcher.workLock.lock() }

  /// Called after all other locks are released.
  package static func releaseThread(inChild: Bool) {
    FileWatcher.workLock.releaseAfterFork(inChild: inChild)
  }

  package static func hold() {
    FileWatcher.state.holdForFork()
    GuardLock.sharedValues.lock()
  }

  package static func release(inChild: Bool) {
    GuardLock.sharedValues.releaseAfterFork(inChild: inChild)
    FileWatcher.state.releaseAfterFork()
    guard inChild else { return }
    FolderLock.enterChild()
    SharedWriteLock.enterChild()
  }
}
