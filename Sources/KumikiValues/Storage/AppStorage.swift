/// Where settings are stored: as members of one file, or in a test's memory.
///
/// The program's own file is `settings.json` in a folder with the program's name, inside `$XDG_CONFIG_HOME`
/// (`~/.config` if that is not set). Several processes may write the file: each write takes the folder's lock, reads
/// the file, changes its own member and leaves the other members as they are.
public struct AppStorage: Hashable, Sendable {
  private let name: ExactText
  package let files: FileStorage

  /// Stores settings in the file at a path. A relative path is resolved now, in the current directory.
  public init(path: String, in files: FileStorage = .fileSystem) {
    name = ExactText(FileSystem.absolute(path) ?? path)
    self.files = files
  }

  package var path: String { name.text }

  /// The program's own settings.
  public static var standard: AppStorage { AppStorage(path: standardPath) }

  /// New, empty settings in memory.
  public static var inMemory: AppStorage { AppStorage(path: "settings.json", in: .inMemory) }

  private static var standardPath: String {
    // The XDG standard says that a relative path must be ignored.
    let configured = FileSystem.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = configured ?? (FileSystem.variable("HOME") ?? "") + "/.config"
    return "\(folder)/\(FileSystem.programName)/settings.json"
  }
}

extension DependencyValues {
  /// Where settings are stored: in the program's file, or in the test's own memory in a test.
  public var defaultAppStorage: AppStorage {
    get { storage(live: .standard, inTests: .inMemory) }
    set { self[own: AppStorage.self] = newValue }
  }
}
