#if Macros
  import KumikiArchitecture
  import Testing

  @Suite struct AppStorageDefaultsTests {
    @Test func `X76: settings are written and read by their names, and who shares them is told`() {
      @Dependency(\.defaultAppStorage) var defaults
      @Shared(.appStorage("volume")) var volume = 3
      #expect(defaults.integer(forKey: "volume") == 0)
      defaults.set(7, forKey: "volume")
      #expect(volume == 7)
      $volume.withLock { $0 += 1 }
      #expect(defaults.integer(forKey: "volume") == 8)
      defaults.set("Ann", forKey: "name")
      defaults.set(["a", "b"], forKey: "tags")
      defaults.set(true, forKey: "isOn")
      defaults.set(0.5, forKey: "speed")
      #expect(defaults.string(forKey: "name") == "Ann")
      #expect(defaults.stringArray(forKey: "tags") == ["a", "b"])
      #expect(defaults.bool(forKey: "isOn") && defaults.double(forKey: "speed") == 0.5)
    }

    @Test func `X76: a setting that is removed or set to nil has the default again`() {
      @Dependency(\.defaultAppStorage) var defaults
      @Shared(.appStorage("volume")) var volume = 3
      @Shared(.appStorage("name")) var name: String? = "nobody"
      $volume.withLock { $0 = 9 }
      $name.withLock { $0 = nil }
      #expect(name == nil)
      defaults.removeObject(forKey: "volume")
      defaults.removeObject(forKey: "name")
      #expect(volume == 3 && $volume.loadError == nil)
      #expect(name == "nobody")
      defaults.set("Ann", forKey: "name")
      defaults.set(String?.none, forKey: "name")
      #expect(name == "nobody" && defaults.string(forKey: "name") == nil)
    }

    @Test func `X76: what is not set, of another kind, or removed is none`() {
      let defaults = AppStorage.inMemory
      defaults.set("Ann", forKey: "name")
      #expect(defaults.integer(forKey: "name") == 0 && !defaults.bool(forKey: "name"))
      #expect(defaults.value(Int.self, forKey: "name") == nil)
      defaults.set(nil as String?, forKey: "name")
      #expect(defaults.string(forKey: "name") == nil)
      defaults.set(Data([1, 2]), forKey: "bytes")
      #expect(defaults.data(forKey: "bytes") == Data([1, 2]))
      defaults.removeObject(forKey: "bytes")
      #expect(defaults.data(forKey: "bytes") == nil)
      #expect(defaults.url(forKey: "home") == nil)
    }
  }
#endif
