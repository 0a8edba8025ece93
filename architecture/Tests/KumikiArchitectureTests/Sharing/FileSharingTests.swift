import Foundation
import KumikiArchitecture
import KumikiTesting
import Testing

private struct User: Codable, Equatable, Identifiable {
  var id: Int
  var name = "Ada"
}

extension SharedKey where Self == FileStorageKey<[User]>.Default {
  fileprivate static func users(_ url: URL) -> Self { Self[.fileStorage(url), default: []] }
}

/// Files and settings as shared values.
@Suite struct FileSharingTests {
  /// Makes a folder, which is removed afterwards.
  func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("kumiki-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.defaultAppStorage = AppStorage(path: folder.appendingPathComponent("settings.json").path)
    } operation: {
      try await body(folder)
    }
  }

  /// Waits until a value is the expected one.
  func eventually<Value: Equatable & Sendable>(
    _ shared: Shared<Value>, is expected: Value
  ) async -> Bool {
    for await value in shared.changes() where value == expected { return true }
    return false
  }

  @Test func `K2: a file has the value, in a folder that the first write makes`() async throws {
    try await inFolder { folder in
      let url = folder.appendingPathComponent("deep/users.json")
      do {
        @Shared(.users(url)) var users
        #expect(users == [])
        #expect(!FileManager.default.fileExists(atPath: url.path))
        $users.withLock { $0.append(User(id: 1)) }
      }
      let data = try Data(contentsOf: url)
      #expect(try JSONDecoder().decode([User].self, from: data) == [User(id: 1)])
      @Shared(.users(url)) var users
      #expect(users == [User(id: 1)])
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path)
      #expect(names == ["users.json"])
    }
  }

  @Test("K13: what others do to the file is noticed: a write, a removal, another file in its place")
  func outside() async throws {
    try await inFolder { folder in
      let url = folder.appendingPathComponent("count.json")
      @Shared(.fileStorage(url)) var count = 1
      $count.withLock { $0 = 2 }
      try Data("30".utf8).write(to: url)
      #expect(await eventually($count, is: 30))
      try FileManager.default.removeItem(at: url)
      #expect(await eventually($count, is: 1))
      let other = folder.appendingPathComponent("other.json")
      try Data("40".utf8).write(to: other)
      try FileManager.default.moveItem(at: other, to: url)
      #expect(await eventually($count, is: 40))
    }
  }

  @Test("K8: a broken file is left alone until the next write, and the value stays as it was")
  func broken() async throws {
    try await inFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appendingPathComponent("count.json")
      try Data("{".utf8).write(to: url)
      @Shared(.fileStorage(url)) var count = 7
      #expect(count == 7)
      #expect($count.loadError is DecodingError)
      #expect(try Data(contentsOf: url) == Data("{".utf8))
      $count.withLock { $0 += 1 }
      #expect($count.loadError == nil)
      #expect(try Data(contentsOf: url) == Data("8".utf8))
    }
  }

  @Test func `K2: settings are members of one file, with the values of their types`() async throws {
    enum Theme: String { case light, dark }
    try await inFolder { folder in
      @Shared(.appStorage("isOn")) var isOn = false
      @Shared(.appStorage("theme")) var theme = Theme.light
      @Shared(.appStorage("name")) var name: String?
      @Shared(.appStorage("evening")) var evening: Theme?
      #expect(evening == nil)
      $evening.withLock { $0 = .dark }
      $isOn.withLock { $0 = true }
      $theme.withLock { $0 = .dark }
      #expect(name == nil)
      let url = folder.appendingPathComponent("settings.json")
      let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? NSDictionary
      #expect(saved == ["isOn": true, "theme": "dark", "evening": "dark"])
      #expect("\($isOn)" == #"Shared<Bool>(.appStorage("isOn"))"#)
    }
  }

  @Test("K2: a setting may be of any type that can be coded, and a key is shown as it is written")
  func coded() async throws {
    try await inFolder { folder in
      @Shared(.appStorage("user")) var user = User(id: 1)
      @Shared(.appStorage("guest")) var guest: User?
      $user.withLock { $0.name = "Grace" }
      $guest.withLock { $0 = User(id: 2) }
      let url = folder.appendingPathComponent("settings.json")
      let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? NSDictionary
      #expect(
        saved == ["user": ["id": 1, "name": "Grace"], "guest": ["id": 2, "name": "Ada"]])
      @Shared(.fileStorage(URL(fileURLWithPath: "/tmp/a b.json"))) var file = 0
      #expect("\($file)" == "Shared<Int>(.fileStorage(file:///tmp/a%20b.json))")
    }
  }

  @Test func `K14: what another process sets stays, and is noticed`() async throws {
    try await inFolder { folder in
      @Shared(.appStorage("mine")) var mine = 0
      @Shared(.appStorage("theirs")) var theirs = 0
      $mine.withLock { $0 = 1 }
      let url = folder.appendingPathComponent("settings.json")
      try Data(#"{"mine": 1, "theirs": 5, "unknown": [1]}"#.utf8).write(to: url)
      #expect(await eventually($theirs, is: 5))
      $mine.withLock { $0 = 2 }
      let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? NSDictionary
      #expect(saved == ["mine": 2, "theirs": 5, "unknown": [1]])
    }
  }

  @Test("K7: in a test files and settings are in memory", arguments: [0])
  func inMemory(_: Int) throws {
    let url = URL(fileURLWithPath: "/nowhere/at/all.json")
    @Shared(.fileStorage(url)) var count = 0
    $count.withLock { $0 = 1 }
    @Shared(.appStorage("count")) var setting = 0
    $setting.withLock { $0 = 1 }
    #expect($count.saveError == nil)
    @Shared(.fileStorage(url)) var again = 5
    #expect(again == 1)
  }

  @Test func `K7: and another test does not see them`() {
    @Shared(.fileStorage(URL(fileURLWithPath: "/nowhere/at/all.json"))) var count = 0
    @Shared(.appStorage("count")) var setting = 0
    #expect(count == 0)
    #expect(setting == 0)
  }
}
