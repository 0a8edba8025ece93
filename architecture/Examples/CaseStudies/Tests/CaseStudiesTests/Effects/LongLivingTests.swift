import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("effects that live long")
struct LongLivingTests {
  @Test("each screenshot is counted until the view has gone")
  func screenshots() async {
    let (screenshots, takeScreenshot) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: LongLiving.State()) {
      LongLiving()
    } withDependencies: {
      $0.screenshots = { screenshots }
    }
    let task = await store.send(.task)
    takeScreenshot.yield()
    await store.receive(\.screenshotTaken) { $0.screenshots = 1 }
    takeScreenshot.yield()
    await store.receive(\.screenshotTaken) { $0.screenshots = 2 }
    await task.cancel()
    takeScreenshot.yield()
  }
}
