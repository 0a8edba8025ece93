internal import Glibc

/// A call that the system refused.
package struct FileError: Error, CustomStringConvertible {
  package let call: String
  package let path: String
  package let code: Int32

  package var description: String {
    let reason = unsafe String(cString: strerror(code))
    return "\(call) of \(path): \(reason)"
  }
}

/// Files by Linux calls: reading one whole, and putting a new one in its place.
enum FileSystem {
  /// The content of a file; nil where there is none.
  static func read(_ path: String) throws(FileError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    try check(file, "open", path)
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { part in
        unsafe Glibc.read(file, part.baseAddress, part.count)
      }
      if count < 0, errno == EINTR { continue }
      try check(Int32(clamping: count), "read", path)
      if count == 0 { return bytes }
      bytes += part.prefix(count)
    }
  }

  /// Puts a file in the place of another so that at every moment, and after a crash, one of the two is
  /// there whole. A link is followed; the permissions stay.
  static func replace(_ path: String, with bytes: [UInt8], isAlone: Bool) throws(FileError) {
    let target = resolved(path)
    let folder = folder(of: target)
    // Who holds the folder's lock may write over what another one, that was killed, has left.
    let suffix = isAlone ? "new" : "\(getpid()).new"
    let draft = "\(folder)/.\(name(of: target)).\(suffix)"
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    try check(file, "open", draft)
    do throws(FileError) {
      try fill(file, bytes, like: target, draft)
    } catch {
      close(file)
      unsafe unlink(draft)
      throw error
    }
    close(file)
    guard unsafe rename(draft, target) == 0 else {
      let code = errno
      unsafe unlink(draft)
      throw FileError(call: "rename", path: target, code: code)
    }
    flush(folder)
  }

  private static func fill(
    _ file: Int32, _ bytes: [UInt8], like target: String, _ draft: String
  ) throws(FileError) {
    var old = stat()
    if unsafe stat(target, &old) == 0 { fchmod(file, old.st_mode & 0o7777) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(Int32(clamping: count), "write", draft)
      rest = rest.dropFirst(count)
    }
    try check(fsync(file), "fsync", draft)
  }

  /// Has the folder's own change on the disk. Not every file system does that, and the file is whole
  /// without it.
  private static func flush(_ folder: String) {
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }

  /// Runs `body` while no other process has the folder's lock.
  ///
  /// - Parameter body: is told whether the lock was had: not every file system gives one.
  static func withLock<Result>(
    on folder: String, _ body: (_ isAlone: Bool) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(directory, "open", folder)
    defer { close(directory) }
    var code = flock(directory, LOCK_EX)
    while code != 0, errno == EINTR { code = flock(directory, LOCK_EX) }
    return try body(code == 0)
  }

  /// Makes a folder and those above it.
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

  /// Where a link leads; the path itself where it is none.
  static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The value of a variable of the environment; nil where it is not set or is empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  private static func check(_ result: Int32, _ call: String, _ path: String) throws(FileError) {
    if result < 0 { throw FileError(call: call, path: path, code: errno) }
  }
}
