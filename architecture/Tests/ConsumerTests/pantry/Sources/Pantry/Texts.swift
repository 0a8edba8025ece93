import SwiftNavigation

extension AlertState where Action == Shelf.Action.Alert {
  static func closed(_ name: String) -> Self {
    AlertState {
      TextState("Nobody there")
    } actions: {
      ButtonState(role: .cancel) { TextState("Later") }
      ButtonState(action: .askAgainTapped) { TextState("Ask again") }
    } message: {
      TextState("No \(name) today.")
    }
  }
}
