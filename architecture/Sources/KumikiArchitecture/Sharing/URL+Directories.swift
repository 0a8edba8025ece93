public import Foundation

// Foundation has these properties on other systems. They are disfavoured, so that Foundation's are used
// as soon as it has them on Linux.
#if !canImport(Darwin)
  extension URL {
    /// The user's documents: from XDG's user directories, or `Documents` in the home directory.
    @_disfavoredOverload
    public static var documentsDirectory: URL { userDirectory(.documentDirectory, "Documents") }

    /// The folder for a program's caches: `$XDG_CACHE_HOME`.
    @_disfavoredOverload
    public static var cachesDirectory: URL { userDirectory(.cachesDirectory, ".cache") }

    /// The folder for a program's files: `$XDG_DATA_HOME`.
    @_disfavoredOverload
    public static var applicationSupportDirectory: URL {
      userDirectory(.applicationSupportDirectory, ".local/share")
    }

    /// The user's downloads: from XDG's user directories, or `Downloads` in the home directory.
    @_disfavoredOverload
    public static var downloadsDirectory: URL { userDirectory(.downloadsDirectory, "Downloads") }

    private static func userDirectory(
      _ directory: FileManager.SearchPathDirectory, _ atHome: String
    ) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first
        ?? URL.homeDirectory.appending(path: atHome)
    }
  }
#endif
