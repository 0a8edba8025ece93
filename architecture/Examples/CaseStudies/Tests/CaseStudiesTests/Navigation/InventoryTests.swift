import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a tree of screens")
struct InventoryTests {
  @Test("an item is added")
  func adding() async {
    let store = TestStore(initialState: Inventory.State()) {
      Inventory()
    }
    await store.send(.addButtonTapped) {
      $0.destination = .add(ItemForm.State(item: Item(id: 1)))
    }
    await store.send(\.destination.presented.add.binding.item, Item(id: 1, name: "Pencil")) {
      $0.destination?.modify(\.add) { $0.item.name = "Pencil" }
    }
    let pencils = Item(id: 1, name: "Pencil", quantity: 3)
    await store.send(\.destination.add.binding.item, pencils) {
      $0.destination?.modify(\.add) { $0.item.quantity = 3 }
    }
    await store.send(.saveButtonTapped) {
      $0.items = [pencils]
      $0.destination = nil
    }
  }

  @Test("an item is changed, and dismissed instead")
  func editing() async {
    let item = Item(id: 7, name: "Paper")
    let store = TestStore(initialState: Inventory.State(items: [item])) {
      Inventory()
    }
    await store.send(.itemTapped(id: 7)) {
      $0.destination = .edit(ItemForm.State(item: item))
    }
    await store.send(.destination(.presented(.edit(.set(\.item, Item(id: 7, name: "Card")))))) {
      $0.destination?.modify(\.edit) { $0.item.name = "Card" }
    }
    #expect(store.state.destination?.edit?.item.name == "Card")
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("the form deletes its item and closes itself")
  func deletingFromForm() async {
    let item = Item(id: 7, name: "Paper")
    let store = TestStore(
      initialState: Inventory.State(
        destination: .edit(ItemForm.State(item: item)), items: [item])
    ) {
      Inventory()
    }
    await store.send(\.destination.edit.deleteButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.deleted) { $0.items = [] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("an alert asks before an item is deleted")
  func alert() async {
    let item = Item(id: 7, name: "Paper")
    let store = TestStore(initialState: Inventory.State(items: [item])) {
      Inventory()
    }
    await store.send(.deleteButtonTapped(id: 7)) {
      $0.destination = .alert(.deletion(of: item))
    }
    await store.send(\.destination.alert.confirmDeletion, 7) {
      $0.items = []
      $0.destination = nil
    }
  }

  @Test("a case without a feature")
  func help() async {
    let store = TestStore(initialState: Inventory.State()) {
      Inventory()
    }
    await store.send(.helpButtonTapped) { $0.destination = .help(page: 1) }
    #expect(store.state.destination?.is(\.help) == true)
    await store.send(.dismissButtonTapped) { $0.destination = nil }
  }
}
