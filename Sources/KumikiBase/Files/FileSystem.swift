internal import CLinux
internal import Glibc

/// A system call that failed, or was not made because the path is not a regular file.
package struct FileError: Error, Equatable, CustomStringConvertible {
  package let call: String
  package let path: String
  package let code: Int32
  /// The kind of object at the path, if it is not a regular file.
  var found: String?

  package var description: String {
    if let found { return "\(path) is \(found), and not a regular file" }
    let reason = unsafe String(cString: strerror(code))
    return "\(call) of \(path): \(reason)"
  }
}

/// Linux file calls: reads whole files and replaces them atomically.
package enum FileSystem {
  /// Returns the content of a regular file, or nil if the path does not exist. Does not read anything else, since
  /// such a read may block or never end.
  package static func read(_ path: String) throws(FileError) -> [UInt8]? {
    try checkName(path)
    if let status = status(at: path) { try checkRegular(status, path) }
    let file = again { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    try check(file, "open", path)
    defer { close(file) }
    if let status = status(of: file) { try checkRegular(status, path) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = again {
        unsafe part.withUnsafeMutableBytes { part in
          unsafe Glibc.read(file, part.baseAddress, part.count)
        }
      }
      try check(Int32(clamping: count), "read", path)
      if count == 0 { return bytes }
      bytes += part.prefix(count)
    }
  }

  /// Makes a system call, and repeats it if a signal interrupted it.
  private static func again<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }

  /// Checks that a path can name a file. A call relative to an open folder could create a file whose path is too long
  /// to read.
  static func checkName(_ path: String) throws(FileError) {
    if path.utf8.contains(0) { throw FileError(call: "open", path: path, code: EINVAL) }
    if path.utf8.count >= PATH_MAX { throw FileError(call: "open", path: path, code: ENAMETOOLONG) }
  }

  private static func checkRegular(_ status: stat, _ path: String) throws(FileError) {
    let found: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: found = "a directory"
    case S_IFIFO: found = "a FIFO"
    case S_IFSOCK: found = "a socket"
    case S_IFLNK: found = "a link of too many"
    default: found = "a device"
    }
    throw FileError(call: "open", path: path, code: EINVAL, found: found)
  }

  /// Replaces a file so that at any time, and after a crash, either the old or the new file is complete. The
  /// permissions stay.
  ///
  /// - Parameters:
  ///   - folder: The open folder of the file, even if it has been moved.
  ///   - isAlone: Whether no other process writes there, so that a draft left by a killed process has the same name.
  static func replace(
    _ path: String, in folder: Int32, with bytes: [UInt8], isAlone: Bool
  ) throws(FileError) {
    let name = name(of: path)
    var old = stat()
    let exists = unsafe fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0
    if exists { try checkRegular(old, path) }
    let draft = draft(of: name, isAlone ? "new" : "\(getpid()).new")
    let draftPath = "\(self.folder(of: path))/\(draft)"
    // Removes a draft that a killed process left. In a folder that others may write to, this also avoids writing
    // through a link that another process has put there.
    unsafe unlinkat(folder, draft, 0)
    let file = again {
      unsafe openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    try check(file, "open", draftPath)
    do throws(FileError) {
      if exists { fchmod(file, old.st_mode & 0o7777) }
      try fill(file, bytes, draftPath)
    } catch {
      close(file)
      unsafe unlinkat(folder, draft, 0)
      throw error
    }
    close(file)
    guard unsafe renameat(folder, draft, folder, name) == 0 else {
      let code = errno
      unsafe unlinkat(folder, draft, 0)
      throw FileError(call: "rename", path: path, code: code)
    }
    // Flushes the rename to the disk. Errors are ignored: not every file system supports the flush, and the file is
    // complete without it.
    _ = again { fsync(folder) }
  }

  private static func fill(
    _ file: Int32, _ bytes: [UInt8], _ path: String
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = again {
        unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      }
      try check(Int32(clamping: count), "write", path)
      rest = rest.dropFirst(count)
    }
    try check(again { fsync(file) }, "fsync", path)
  }

  /// The name of the new file before it replaces another. A name has at most 255 bytes.
  private static func draft(of name: String, _ suffix: String) -> String {
    var name = name
    while name.utf8.count + suffix.utf8.count + 2 > 255 { name.removeLast() }
    return ".\(name).\(suffix)"
  }

  // MARK: - Folders

  /// Opens a folder and returns the descriptor.
  static func open(folder: String) throws(FileError) -> Int32 {
    let descriptor = again { unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    try check(descriptor, "open", folder)
    return descriptor
  }

  /// Identifies a file or folder, independent of its path.
  struct Identity: Hashable {
    let device: UInt
    let number: UInt
  }

  static func identity(of descriptor: Int32) -> Identity? {
    status(of: descriptor).map { Identity(device: $0.st_dev, number: $0.st_ino) }
  }

  static func identity(at path: String) -> Identity? {
    status(at: path).map { Identity(device: $0.st_dev, number: $0.st_ino) }
  }

  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  private static func status(at path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// Makes a folder and its missing parents.
  static func makeFolder(_ path: String) throws(FileError) {
    if unsafe path.isEmpty || mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder(of: path) != path else {
      throw FileError(call: "mkdir", path: path, code: errno)
    }
    try makeFolder(folder(of: path))
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST {
      throw FileError(call: "mkdir", path: path, code: errno)
    }
  }

  // MARK: - Paths

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The absolute path; nil for a relative path if the current directory is gone.
  package static func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let directory = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(directory) }
    let folder = unsafe String(cString: directory)
    guard folder.hasPrefix("/") else { return nil }
    return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
  }

  /// The path that the links at the end of a path lead to. The target need not exist yet.
  static func target(of path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let link = link(at: path) else { return path }
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    return path
  }

  /// How many links Linux follows.
  static let mostLinks = 40

  /// Returns the target of a link; nil if the path is not a link.
  static func link(at path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Whether a file was created by `open`, and not as a hard link to another file.
  static func hasSingleLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink == 1
  }

  static func isFolder(_ path: String) -> Bool {
    status(at: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// The program's name, without its path.
  package static var programName: String { unsafe String(cString: kumiki_program_name()) }

  /// The value of an environment variable; nil if it is unset or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  private static func check(_ result: Int32, _ call: String, _ path: String) throws(FileError) {
    if result < 0 { throw FileError(call: call, path: path, code: errno) }
  }
}
