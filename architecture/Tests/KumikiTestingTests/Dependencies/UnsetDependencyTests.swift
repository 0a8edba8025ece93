import Foundation
import Kumiki
import KumikiTesting
import Testing

// Not on the main actor: there, a failure outside of stores may be reported to the loop of another
// test.
@Suite struct UnsetDependencyTests {
  private func fails(naming name: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: {
      "\($0)".contains("unimplemented-dependency: the dependency \"\(name)\"")
    }
  }

  @Test func `H14: a model, a store and a scope that nobody told have test values`() throws {
    #expect(DependencyValues.current.context == .test)
    #expect(Pilot().weather.report() == "test")
    let loop = try Loop()
    defer { loop.close() }
    let store = LoopStore(initialState: Harbour.State(), loop: loop) { Harbour() }
    store.send(.look)
    #expect(store.state.text == "test")
    let scoped = withDependencies {
      $0.tide = Tide(level: 7)
    } operation: {
      (Pilot().weather.report(), Pilot().tide.level)
    }
    #expect(scoped == ("test", 7))
  }

  @Test func `H14: so have effects`() throws {
    let loop = try Loop(.virtual)
    defer { loop.close() }
    let store = LoopStore(initialState: Harbour.State(), loop: loop) { Harbour() }
    store.send(.lookLater)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(store.state.text == "test")
  }

  @Test func `H14: and detached tasks and threads`() async {
    let detached = await Task.detached { Pilot().weather.report() }.value
    #expect(detached == "test")
    let found = await withCheckedContinuation { found in
      Thread { found.resume(returning: Pilot().weather.report()) }.start()
    }
    #expect(found == "test")
  }

  @Test func `H14: what has no test value fails the test at each use, by its name`() {
    for _ in 0..<2 {
      fails(naming: "tide") { #expect(Pilot().tide.level == 1) }
      fails(naming: "Tide") {
        @Dependency(Tide.self) var tide
        #expect(tide.level == 1)
      }
    }
  }

  @Test func `H14: ids, dates, clocks and random numbers are set by a test, or fail it`() {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
    @Dependency(\.continuousClock) var clock
    @Dependency(\.withRandomNumberGenerator) var withRandomNumbers
    fails(naming: "uuid") { _ = uuid() }
    fails(naming: "date") { _ = date() }
    fails(naming: "continuousClock") { _ = clock.now }
    fails(naming: "withRandomNumberGenerator") { _ = withRandomNumbers { $0.next() } }
  }

  @Test func `H14: a store on a loop of real time does not go by its clock unasked`() throws {
    let loop = try Loop()
    defer { loop.close() }
    var messages: [String] = []
    loop.onIssue = { messages.append($0.message) }
    let store = LoopStore(initialState: Harbour.State(), loop: loop) { Harbour() }
    store.send(.lookLater)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(messages.count == 1 && messages[0].contains("\"continuousClock\""))
    #expect(store.state.text == "test")
  }

  @Test func `H14: a test may ask for the live values`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(Pilot().weather.report() == "live" && Pilot().tide.level == 1)
    }
    withDependencies {
      $0 = .live
    } operation: {
      #expect(Pilot().weather.report() == "live")
    }
    #expect(DependencyValues.preview.context == .preview)
    #expect(DependencyValues.test.context == .test)
  }

  @Test func `I55: a part is set without a failure, and the next use is one`() async {
    withDependencies {
      $0.tide.level = 5
    } operation: {
      #expect(Pilot().tide.level == 5)
    }
    fails(naming: "tide") { _ = Pilot().tide }
    await withDependencies {
      $0.tide.level += 1
      await Task.yield()
    } operation: {
      #expect(Pilot().tide.level == 2)
    }
  }
}
