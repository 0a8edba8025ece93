import Kumiki
import Testing

/// The engine's assumptions about Swift, and its behaviour if they do not hold.
@Suite struct AssumptionTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var name: String
  }
  private struct Page {
    @PresentationState var note: Int?
  }
  private enum Action: Equatable { case rename(String), clear }

  @Test func `N72: every assumption holds here`() {
    #expect(Assumption.allCases.filter { !$0.holds } == [])
    #expect(Assumption.refusal == nil)
  }

  @Test("N70: each assumption without a fallback is named", arguments: Assumption.allCases)
  func refusal(of broken: Assumption) {
    Assumption.$broken.withValue([broken]) {
      let isReplaced = [.payloads, .fieldOffsets, .propertyNames].contains(broken)
      #expect(
        Assumption.refusal
          == (isReplaced
            ? nil
            : "Swift's runtime is not the version that this engine was built for: it differs in "
              + broken.rawValue))
    }
  }

  @Test func `N70: several are named together, in their order`() {
    Assumption.$broken.withValue([.jobs, .tags, .fieldOffsets]) {
      #expect(Assumption.refusal?.hasSuffix(" in the tags of enums, the jobs of tasks") == true)
    }
  }

  @Test("N70: a program in Swift ends with the message when it makes its first loop")
  func loop() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Assumption.$broken.withValue([.tags]) { try? Loop(.virtual) }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("it differs in the tags of enums"))
  }

  @Test("N71: without the offsets of properties, a row that changed its id contains the new one")
  func offsets() throws {
    func renamed() throws -> IdentifiedArrayOf<Row> {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "a")]
      let codes = try issueCodes { rows[0].id = 2 }
      #expect(codes == [.elementIDChanged])
      return rows
    }
    let restored = try renamed()
    let kept = try Assumption.$broken.withValue([.fieldOffsets]) { try renamed() }
    #expect(restored[id: 1]?.id == 1 && kept[id: 1]?.id == 2)
  }

  @Test func `N71: without the names of properties, messages name a property by its type`() {
    #expect(PropertyPath(\Page.$note).text == "\\Page.$note")
    Assumption.$broken.withValue([.propertyNames]) {
      let text = PropertyPath(\Page.$note).text
      #expect(text == "\\Page.(PresentationState<Int>)")
    }
  }

  @Test("N71: without the payloads of cases, a path from a constructor is refused where it is made")
  func payloads() async throws {
    #expect(CasePath<Action, String>(constructor: Action.rename).extract(from: .rename("a")) == "a")
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Assumption.$broken.withValue([.payloads]) {
        _ = CasePath<Action, String>(constructor: Action.rename)
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("no case of Action has a payload of the type String"))
  }
}
