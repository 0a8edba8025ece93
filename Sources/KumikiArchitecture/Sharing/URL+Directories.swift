public import Foundation

// Foundation has these on other systems. Disfavoured, so that its own are taken once it has them here too.
#if !canImport(Darwin)
  extension URL {
    /// Where the user's documents are: of XDG's user directories, or `Documents` at home.
    @_disfavoredOverload
    public static var documentsDirectory: URL { userDirectory(.documentDirectory, "Documents") }

    /// Where a program keeps what it can make again: `$XDG_CACHE_HOME`.
    @_disfavoredOverload
    public static var cachesDirectory: URL { userDirectory(.cachesDirectory, ".cache") }

    /// Where a program keeps its own files: `$XDG_DATA_HOME`.
    @_disfavoredOverload
    public static var applicationSupportDirectory: URL {
      userDirectory(.applicationSupportDirectory, ".local/share")
    }

    /// Where what was downloaded is: of XDG's user directories, or `Downloads` at home.
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
