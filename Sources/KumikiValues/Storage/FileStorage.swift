/// Where shared files are stored: in the file system, or in a test's memory.
public struct FileStorage: Hashable, Sendable {
  private let disk: FileDisk

  /// The file system.
  public static let fileSystem = FileStorage(disk: FileDisk(isReal: true))

  /// New storage in memory.
  public static var inMemory: FileStorage { FileStorage(disk: FileDisk(isReal: false)) }

  /// Returns the file at a path. A relative path is resolved now, in the current directory.
  package func file(_ path: String) -> SharedFile {
    disk.file(FileSystem.absolute(path) ?? path)
  }

  public static func == (one: Self, other: Self) -> Bool { one.disk === other.disk }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(disk)) }
}

/// The files of one storage that are in use. Files in memory are never released.
private final class FileDisk: Sendable {
  private struct Files {
    var known = WeakTable<ExactText>()
    /// Retains the files in memory.
    var kept: [SharedFile] = []
  }

  private let isReal: Bool
  private let files = Guarded(Files(), in: .sharedValues)

  init(isReal: Bool) { self.isReal = isReal }

  func file(_ path: String) -> SharedFile {
    let name = ExactText(path)
    return files.withLock { files in
      if let known = files.known[name] as? SharedFile { return known }
      let made = SharedFile(path, isReal: isReal)
      files.known.set(name, to: made)
      if !isReal { files.kept.append(made) }
      return made
    }
  }
}

extension DependencyValues {
  /// Where shared files are stored: in the file system, or in the test's own memory in a test.
  public var defaultFileStorage: FileStorage {
    get { storage(live: .fileSystem, inTests: .inMemory) }
    set { self[own: FileStorage.self] = newValue }
  }

  /// Returns the storage that was set. By default, a test has its own storage, and other code uses the program's.
  func storage<Storage: Sendable>(
    live: @autoclosure () -> Storage, inTests: @autoclosure () -> Storage
  ) -> Storage {
    if let storage = self[own: Storage.self] { return storage }
    let scope = sharedScope
    return scope.isTest ? scope.storage(make: inTests) : live()
  }
}
