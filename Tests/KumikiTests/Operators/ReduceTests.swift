import Kumiki
import Testing

@Suite struct ReduceTests {
  @Test("A4: the empty reducer changes nothing and returns no effect, whatever the action")
  func empty() throws {
    let start = Counter.State(count: 7, isPresented: nil)
    let fixture = try StoreFixture(start) { EmptyReducer<Counter.State, Counter.Action>() }
    for action in [.inc, .startTimer, .close, .set(3)] as [Counter.Action] {
      let task = fixture.send(action)
      #expect(task.isFinished)
      #expect(fixture.state == start)
      #expect(fixture.store.effectCount == 0)
    }
    #expect(fixture.codes == [])
  }
}
