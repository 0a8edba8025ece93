import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a feature in itself")
struct OutlineTests {
  @Test("rows of rows")
  func nesting() async {
    let store = TestStore(initialState: Outline.State(id: UUID(-1))) {
      Outline()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.titleChanged("Top")) { $0.title = "Top" }
    await store.send(.addRowButtonTapped) {
      $0.rows.append(Outline.State(id: UUID(0)))
    }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows = [Outline.State(id: UUID(1))]
    }
    await store.send(
      .rows(
        .element(id: UUID(0), action: .rows(.element(id: UUID(1), action: .titleChanged("Leaf")))))
    ) {
      $0.rows[id: UUID(0)]?.rows[id: UUID(1)]?.title = "Leaf"
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].titleChanged, "Twig") {
      $0.rows[0].rows[0].title = "Twig"
    }
    await store.send(.deleteRows(at: [0])) { $0.rows = [] }
  }
}
