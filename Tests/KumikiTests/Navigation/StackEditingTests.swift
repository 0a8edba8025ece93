import Kumiki
import Testing

/// A path as an array: elements that stay keep their ids.
@Suite struct StackEditingTests {
  private func path(_ text: String) -> StackState<Character> { StackState(text) }

  @Test func `E73: elements are taken off the top, one or several`() {
    var path = path("abcd")
    let ids = Array(path.ids)
    #expect(path.removeLast() == "d")
    path.removeLast(2)
    #expect(Array(path) == ["a"])
    #expect(Array(path.ids) == [ids[0]])
    path.removeLast(0)
    #expect(path.count == 1)
  }

  @Test func `E73: inserted elements get new ids, the elements around them keep theirs`() {
    var path = path("ad")
    let ids = Array(path.ids)
    path.insert("b", at: 1)
    path.insert(contentsOf: "c", at: 2)
    path += "ef"
    #expect(String(path) == "abcdef")
    #expect(path.ids.first == ids[0])
    #expect(path.ids[3] == ids[1])
    #expect(Set(path.ids).count == 6)
    path.removeSubrange(1..<5)
    #expect(String(path) == "af")
    #expect(path.ids.first == ids[0])
  }

  @Test func `E73: the remaining elements of a filter keep their ids, and take none`() {
    var path = path("abc")
    let ids = Array(path.ids)
    let kept = path.filter { $0 != "b" }
    #expect(Array(kept.ids) == [ids[0], ids[2]])
    path.removeAll { $0 == "a" }
    #expect(Array(path.ids) == [ids[1], ids[2]])
    let structure = path.structure
    path.removeAll { _ in false }
    #expect(path.structure == structure)
  }
}
