internal import CKumiki
internal import KumikiJSON

/// The program's callbacks for one slot.
final class PresentationView {
  private let callbacks: kmk_presentation_callbacks
  private let userData: UserData
  /// The subscription has ended, perhaps between the two calls that one change takes.
  var isOver = false

  init(_ callbacks: kmk_presentation_callbacks, _ userData: UserData) {
    self.callbacks = callbacks
    self.userData = userData
  }

  func present(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let present = callbacks.present else { return }
    Self.withParts(of: value, slot) { name, state in
      id.withCString { present($0, name, state, userData.pointer) }
    }
  }

  func update(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let update = callbacks.update else { return }
    Self.withParts(of: value, slot) { _, state in
      id.withCString { update($0, state, userData.pointer) }
    }
  }

  func dismiss(_ id: String) {
    guard !isOver, let dismiss = callbacks.dismiss else { return }
    id.withCString { dismiss($0, userData.pointer) }
  }

  /// The case and its payload where the value is an enum; NULL and the value where it is a struct.
  private static func withParts(
    of value: JSON, _ slot: JSONSlotIdentity,
    _ body: (UnsafePointer<CChar>?, UnsafePointer<json_t>) -> Void
  ) {
    value.withNode { node in
      guard slot.isEnum, let (key, payload) = JSONCase.of(node) else {
        return body(nil, UnsafePointer(node))
      }
      String(decoding: key, as: UTF8.self).withCString {
        body($0, UnsafePointer(payload ?? json_null()))
      }
    }
  }
}
