import Foundation
import Kumiki
import Testing

/// A step takes one path, whoever made the store.
///
/// Anything around a feature that runs it by `reduce(into:action:)` takes its tests off the path of a
/// program's steps. A fixture lists its additions beside the feature instead.
@Suite struct PathTests {
  /// The probes that actions passed in a store as a program makes it, and the records that they
  /// left. A store of a fixture must give the same.
  private func passed(
    _ actions: [Probed.Action]
  ) throws -> (probes: [PassedProbe], state: Probed.State, effects: Int) {
    let (inFixture, inProgram) = (Record<PassedProbe>(), Record<PassedProbe>())
    let fixture = try StoreFixture(Probed.State()) { Probed(paths: inFixture) }
    let store = LoopStore(initialState: Probed.State(), loop: fixture.loop) {
      Probed(paths: inProgram)
    }
    defer { store.end() }
    for action in actions {
      fixture.send(action)
      store.send(action)
    }
    #expect(fixture.actions == actions)
    #expect(fixture.codes == [])
    #expect(fixture.state == store.state)
    #expect(fixture.store.effectCount == store.effectCount)
    #expect(inFixture.entries == inProgram.entries)
    return (inProgram.entries, store.state, store.effectCount)
  }

  @Test func `A fixture runs its reducer as a program's store does`() throws {
    let paths = Record<PassedProbe>()
    let fixture = try StoreFixture(0) { PathProbe<Int, Int>("root", paths) }
    fixture.send(1)
    let store = LoopStore(initialState: 0, loop: fixture.loop) {
      PathProbe<Int, Int>("root", paths)
    }
    store.send(1)
    #expect(paths.entries.map(\.path) == [.handedDown, .handedDown])
    store.end()
  }

  @Test("A reducer that is erased, chosen by an if or made in a loop runs like any other")
  func chosen() throws {
    let paths = Record<PassedProbe>()
    let isChosen = paths.entries.isEmpty
    let fixture = try StoreFixture(0) {
      AnyReducer(PathProbe<Int, Int>("erased", paths))
      if isChosen { PathProbe<Int, Int>("optional", paths) }
      if isChosen {
        PathProbe<Int, Int>("either", paths)
      } else {
        EmptyReducer()
      }
      for name in ["first", "second"] { PathProbe<Int, Int>(name, paths) }
    }
    fixture.send(1)
    #expect(paths.entries.map(\.name) == ["erased", "optional", "either", "first", "second"])
    #expect(paths.entries.allSatisfy { $0.path == .handedDown })
  }

  @Test("A5: each operator runs its child if nothing is running", arguments: Probed.Place.allCases)
  func quiet(place: Probed.Place) throws {
    let (probes, state, effects) = try passed([place.action(.pass), place.action(.pass)])
    #expect(probes.map(\.name) == expected(place) + expected(place))
    #expect(Probed.child(place, in: state)?.count == 2)
    #expect(state.count == 2)
    #expect(effects == 0)
    #expect(probes.allSatisfy { $0.path == .handedDown })
  }

  @Test(
    "A5: each operator runs its child while an effect runs there, and after it",
    arguments: Probed.Place.allCases)
  func running(place: Probed.Place) throws {
    let (probes, state, effects) = try passed([
      place.action(.hold), place.action(.pass), place.action(.stop), place.action(.pass),
    ])
    #expect(probes.map(\.name) == (0..<4).flatMap { _ in expected(place) })
    #expect(probes.allSatisfy { $0.path == .handedDown })
    #expect(Probed.child(place, in: state)?.count == 4)
    #expect(state.count == 4)
    #expect(effects == 0)
  }

  @Test(
    "A5: each operator runs its child while effects run at its parent and at the other children",
    arguments: Probed.Place.allCases)
  func runningBeside(place: Probed.Place) throws {
    let held = Probed.Place.allCases.filter { $0 != place }.map { $0.action(.hold) }
    let (probes, state, effects) = try passed([.own(.hold)] + held + [place.action(.pass)])
    #expect(probes.suffix(2).map(\.name) == expected(place))
    #expect(Probed.child(place, in: state)?.count == 1)
    #expect(state.count == held.count + 2)
    #expect(effects == held.count + 1)
  }

  /// The presented feature of a slot runs before its parent. The others are listed after the root's
  /// own.
  private func expected(_ place: Probed.Place) -> [String] {
    place == .slot ? ["slot", "root"] : ["root", place.rawValue]
  }

  /// Folders where features are put together for stores, except programs that are written as users
  /// write them.
  private static let rooms = [
    "Tests/KumikiTests", "Tests/KumikiJSONTests", "Tests/KumikiMixedTests",
    "architecture/Tests/KumikiTestingTests", "architecture/Tests/KumikiOpenCombineTests",
    "Tests/Model/swift", "Benchmarks/Swift", "Benchmarks/Mixed",
    "architecture/Sources/KumikiTesting", "Sources/KumikiTestCore", "architecture/Examples",
  ]

  @Test("No test, benchmark or example runs a feature by hand", arguments: rooms)
  func byHand(room: String) throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
      .standardizedFileURL
    let folder = top.appending(path: room)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    for case let name as String in names where name.hasSuffix(".swift") {
      if name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let calls = text.matches(of: /\.reduce\(into: *&/).count
      #expect(calls == 0, "\(room)/\(name): list what is to be added beside the feature")
    }
  }
}
