internal import CLinux
internal import Glibc

/// Notices what others do to shared files: a thread that waits for it, while there is such a file.
///
/// It watches folders, since a file is replaced by another one.
enum FileWatcher {
  /// What is watched for one file.
  struct Watch: Sendable {
    fileprivate let folder: Int32
    fileprivate let name: String
    fileprivate let file: ObjectIdentifier
    fileprivate let generation: Int
  }

  fileprivate struct Watched: @unchecked Sendable {
    weak var file: SharedFile?
    let name: String
  }

  fileprivate struct State: Sendable {
    var generation = System.generation
    var notices: Int32 = -1
    var end: Int32 = -1
    var thread: UInt = 0
    /// By the folder's number.
    var watched: [Int32: [ObjectIdentifier: Watched]] = [:]
  }

  private static let state = Guarded(State())

  /// - Returns: nil where the folder cannot be watched.
  static func add(_ file: SharedFile) -> Watch? {
    state.withLock { state in
      // In the child of a fork nothing of it lives on.
      if state.generation != System.generation { state = State() }
      guard state.thread != 0 || start(&state) else { return nil }
      let path = FileSystem.resolved(file.path)
      let folder = unsafe inotify_add_watch(
        state.notices, FileSystem.folder(of: path),
        UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
      guard folder >= 0 else {
        stopIfUnused(&state)
        return nil
      }
      let name = FileSystem.name(of: path)
      let id = ObjectIdentifier(file)
      state.watched[folder, default: [:]][id] = Watched(file: file, name: name)
      return Watch(folder: folder, name: name, file: id, generation: state.generation)
    }
  }

  static func remove(_ watch: Watch) {
    state.withLock { state in
      guard state.generation == watch.generation, state.generation == System.generation else {
        return
      }
      state.watched[watch.folder]?[watch.file] = nil
      if state.watched[watch.folder]?.isEmpty == true {
        state.watched[watch.folder] = nil
        inotify_rm_watch(state.notices, watch.folder)
      }
      stopIfUnused(&state)
    }
  }

  // MARK: - The thread

  private static func start(_ state: inout State) -> Bool {
    guard let end = try? System.makeEvent() else { return false }
    let notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notices >= 0, let thread = Worker.start({ run(notices, end) }) else {
      System.close(notices)
      System.close(end)
      return false
    }
    (state.notices, state.end, state.thread) = (notices, end, thread)
    return true
  }

  /// The thread closes what it reads from, when it has ended.
  private static func stopIfUnused(_ state: inout State) {
    guard state.watched.isEmpty, state.thread != 0 else { return }
    System.signal(state.end)
    (state.notices, state.end, state.thread) = (-1, -1, 0)
  }

  private static func run(_ notices: Int32, _ end: Int32) {
    while true {
      var entries = [
        pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&entries, 2, -1)
      if count < 0, errno != EINTR || entries[1].revents != 0 { break }
      if count > 0, entries[1].revents != 0 { break }
      for file in touched(notices) { file.look() }
    }
    System.close(notices)
    System.close(end)
  }

  /// The files that something was noticed of.
  private static func touched(_ notices: Int32) -> [SharedFile] {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe read(notices, buffer.baseAddress, buffer.count)
    }
    guard count > 0 else { return [] }
    var found: [SharedFile] = []
    state.withLock { state in
      guard state.notices == notices else { return }
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= count {
        let event = unsafe buffer.withUnsafeBytes { buffer in
          unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        }
        let start = offset + MemoryLayout<inotify_event>.size
        let name = buffer[start..<min(count, start + Int(event.len))].prefix { $0 != 0 }
        offset = start + Int(event.len)
        let text = String(decoding: name, as: UTF8.self)
        // Where notices were lost each file is looked at.
        let isLoss = event.mask & UInt32(IN_Q_OVERFLOW) != 0
        let folders = isLoss ? Array(state.watched.values) : [state.watched[event.wd] ?? [:]]
        for watched in folders.flatMap(\.values) where isLoss || watched.name == text {
          if let file = watched.file, !found.contains(where: { $0 === file }) { found.append(file) }
        }
      }
    }
    return found
  }
}
