package import Kumiki

internal import CJansson

extension JSONAction {
  /// The case path without payloads, as an issue shows it: `destination.presented.counter.inc`.
  package var description: ActionDescription {
    ActionDescription(casePath: Self.casePath(node), action: owned)
  }

  /// Goes down while there is one member whose value may be an action. A payload that happens to look
  /// like one shows its member's name too, but never a value.
  private static func casePath(_ node: JSONNode) -> String {
    var names: [String] = []
    var node = node
    while let (key, payload) = JSONCase.of(node) {
      // A text below the top is a case only where its parent says that an action follows.
      if node.pointee.type == JSON_STRING, !names.isEmpty, !isWrapper(names.last) { break }
      names.append(String(decoding: key, as: UTF8.self))
      guard let payload else { break }
      node = inner(payload)
    }
    return names.joined(separator: ".")
  }

  /// An element's or row's action stands beside its id.
  private static func inner(_ payload: JSONNode) -> JSONNode {
    guard payload.pointee.type == JSON_OBJECT, json_object_size(payload) == 2,
      json_object_get(payload, "id") != nil, let action = json_object_get(payload, "action")
    else { return payload }
    return action
  }

  private static func isWrapper(_ name: String?) -> Bool { name != nil }
}
