/// Where issues are, for a feature with code of another language around it. Typed state does not know where it
/// stands; the code around it does.
package struct IssuePlace {
  /// The JSON Pointer of a part of a feature with typed state, from the store's state; nil if nobody knows.
  package var part: ((IssuePart) -> String)?
  /// The pointer from the store's state for one from the document that is being reduced; nil if that is the store's.
  package var inDocument: ((String) -> String)?

  package init() {}
}

/// The part of a typed state that an issue is about.
@usableFromInline
package enum IssuePart {
  /// An unknown part.
  case unknown
  /// The property that an operator is attached to.
  case property(String)
  /// A case that an operator is attached to, and the state is not in.
  case stateCase(String)
  /// A place below the feature that handles the action.
  case below(String)
}

extension IssuePart {
  /// The pointer that is known of it without the code around.
  var ownPath: String {
    if case .below(let path) = self { path } else { "" }
  }
}
