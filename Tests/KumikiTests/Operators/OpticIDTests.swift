import Kumiki
import Testing

@Suite("OpticID")
struct PlaceTests {
  private struct State {
    var left = 0
    var right = 0
  }

  @Test func `Two optics that reach the same part have equal places, which hash alike`() {
    let (one, other) = (OpticID(\State.left), OpticID(\State.left))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(Set([one, other, one]).count == 1)
  }

  @Test func `Optics that reach different parts have different places`() {
    #expect(OpticID(\State.left) != OpticID(\State.right))
    #expect(OpticID("left") != OpticID(\State.left))
  }

  @Test func `An operator's place is made once`() {
    let place = LazyOpticID()
    var made = 0
    let make = {
      made += 1
      return OpticID(\State.left)
    }
    for _ in 0..<3 { #expect(place(make()) == OpticID(\State.left)) }
    #expect(made == 1)
  }

  @Test func `Threads that request an operator's place together get the same place`() async {
    final class Operator: Sendable { let place = LazyOpticID() }
    for _ in 0..<50 {
      let shared = Operator()
      let found = await withTaskGroup(of: OpticID.self) { group in
        for _ in 0..<4 { group.addTask { shared.place(OpticID(\State.left)) } }
        return await group.reduce(into: Set<OpticID>()) { $0.insert($1) }
      }
      #expect(found == [OpticID(\State.left)])
    }
  }
}
