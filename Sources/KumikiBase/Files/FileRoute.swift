internal import CLinux
internal import Glibc

/// The resolved path from the root to a file: the folders to watch, and the relevant names in each.
struct FileRoute {
  /// The names that the path leads through in each folder, by the folder's watch descriptor. Changes to the folder
  /// itself always matter.
  private(set) var folders: [Int32: Set<ExactText>] = [:]
  /// The folder's watch descriptor and the path of the file, after all links.
  private var end: (folder: Int32, path: String)?

  init() {}

  /// Follows a path as the system does, through all links.
  ///
  /// - Parameter watch: Watches a path for events. Returns the watch descriptor, or a negative number, with
  ///   `errno` set.
  init(to path: String, watch: (String, UInt32) -> Int32) {
    var folder = "/"
    var rest: [Substring] = path.split(separator: "/").reversed()
    var links = 0
    visit(watch("/", Self.itself))
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = FileSystem.folder(of: folder)
        continue
      }
      let next = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if !rest.isEmpty, visit(watch(next, Self.itself)) {
        folder = next
        continue
      }
      // For a link, the file, or a missing entry, the folder around it reports changes.
      let number = watch(folder, Self.names)
      if visit(number) { folders[number]!.insert(ExactText(String(name))) }
      if let link = FileSystem.link(at: next) {
        links += 1
        if links > FileSystem.mostLinks { return }
        if link.hasPrefix("/") { folder = "/" }
        rest += link.split(separator: "/").reversed()
        continue
      }
      if rest.isEmpty {
        end = (number, next)
        // If the folder may not be read, watch the file itself.
        if number < 0 { visit(watch(next, Self.ofFile)) }
        return
      }
      // The folder may exist by now, or it may be searchable but not readable.
      guard visit(watch(next, Self.itself)) || FileSystem.isFolder(next) else { return }
      folder = next
    }
  }

  @discardableResult
  private mutating func visit(_ number: Int32) -> Bool {
    guard number >= 0 else { return false }
    if folders[number] == nil { folders[number] = [] }
    return true
  }

  /// Events of a folder itself, added to a watch that exists. A link is not a folder here.
  private static let itself = away | UInt32(IN_ONLYDIR)
  /// The same, and events of the folder's entries.
  private static let names =
    itself | UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
    | UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
  private static let ofFile = away | UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
  private static let away =
    UInt32(IN_MOVE_SELF | IN_DELETE_SELF) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_MASK_ADD)

  // MARK: - Notices

  /// Whether a notice concerns an entry of this path.
  func concerns(_ notice: FileNotice) -> Bool {
    guard let names = folders[notice.folder] else { return false }
    return notice.name.isEmpty || names.contains(notice.name)
  }

  /// Whether the file has just been created by a process that is about to write it. The write causes another notice.
  func isNewFile(_ notice: FileNotice) -> Bool {
    guard let end, end.folder == notice.folder,
      ExactText(FileSystem.name(of: end.path)) == notice.name
    else { return false }
    return FileSystem.hasSingleLink(end.path)
  }
}

/// An event in a folder, or of the folder itself.
struct FileNotice {
  let folder: Int32
  let name: ExactText
  private let events: UInt32

  /// Whether notices were lost.
  var isLoss: Bool { events & UInt32(IN_Q_OVERFLOW) != 0 }
  var isCreation: Bool { events & UInt32(IN_CREATE) != 0 }

  static func read(from notices: Int32) -> [FileNotice] {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(notices, buffer.baseAddress, buffer.count)
    }
    var found: [FileNotice] = []
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= count {
      let event = unsafe buffer.withUnsafeBytes { buffer in
        unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      }
      let start = offset + MemoryLayout<inotify_event>.size
      let name = buffer[start..<min(count, start + Int(event.len))].prefix { $0 != 0 }
      offset = start + Int(event.len)
      found.append(
        FileNotice(
          folder: event.wd, name: ExactText(String(decoding: name, as: UTF8.self)),
          events: event.mask))
    }
    return found
  }
}
