internal import CLinux

/// Where settings are: the members of one file, or of the memory of a test.
///
/// The program's own file is `settings.json` in `$XDG_CONFIG_HOME` (`~/.config` where that is not set),
/// in a folder of the program's name. Several processes may write it: each write takes the folder's lock,
/// reads the file, changes its own member and leaves the others.
public struct AppStorage: Hashable, Sendable {
  package let path: String
  private let files: FileStorage

  /// Settings in a file of a path. A relative one begins in the program's directory as it is now.
  public init(path: String, in files: FileStorage = .fileSystem) {
    self.path = FileStorage.absolute(path) ?? path
    self.files = files
  }

  /// The program's own settings.
  public static var standard: AppStorage { AppStorage(path: standardPath) }

  /// Settings of its own, in memory.
  public static var inMemory: AppStorage { AppStorage(path: "settings.json", in: .inMemory) }

  package var file: SharedFile { files.file(path) }

  private static var standardPath: String {
    // A relative path there means nothing, as its standard has it.
    let configured = FileSystem.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = configured ?? (FileSystem.variable("HOME") ?? "") + "/.config"
    let program = unsafe String(cString: kumiki_program_name())
    return "\(folder)/\(program)/settings.json"
  }
}

extension DependencyValues {
  /// Where settings are: the program's file, in a test the test's own memory.
  public var defaultAppStorage: AppStorage {
    get {
      if let storage = self.override(AppStorageKey.self) { return storage }
      let scope = sharedScope
      return scope.isTest ? scope.storage { .inMemory } : .standard
    }
    set { self[AppStorageKey.self] = newValue }
  }

  private enum AppStorageKey: TestDependencyKey {
    static var testValue: AppStorage { .inMemory }
  }
}
