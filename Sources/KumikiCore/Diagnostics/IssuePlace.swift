/// The places of issues, for a feature that code in another language contains. Typed state does not know its own place;
/// the code that contains it does.
package struct IssuePlace {
  /// Returns the JSON Pointer, from the store's state, of a part of typed state; nil if it is unknown.
  package var part: ((IssuePart) -> String)?
  /// Converts a pointer in the current document to one in the store's state; nil if both are the same document.
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
  /// The case that an operator is attached to. The state is in another case.
  case stateCase(String)
  /// A place inside the feature that handles the action.
  case below(String)
}

extension IssuePart {
  /// The part of the pointer that is known without the containing code.
  var ownPath: String {
    if case .below(let path) = self { path } else { "" }
  }
}
