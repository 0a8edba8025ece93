import KumikiArchitecture
import Testing

@Suite struct DirectoryTests {
  @Test(
    "a user's directories have the names that they have on other systems",
    arguments: [
      URL.documentsDirectory, .cachesDirectory, .applicationSupportDirectory, .downloadsDirectory,
    ])
  func directories(_ directory: URL) {
    #expect(directory.isFileURL && directory.path.hasPrefix("/"))
  }
}
