package import KumikiValues

/// The JSON of the actions on a slot, on rows and on a navigation path, and of a binding's write.
package enum JSONActionForm {
  package static var dismiss: JSON { JSON(stringLiteral: ActionWord.dismiss.text) }

  /// - Parameter state: nil if the parent provides it.
  package static func present(_ state: JSON?) -> JSON {
    guard let state else { return JSON(stringLiteral: ActionWord.present.text) }
    return JSONCase.present.wrap(JSONCase.state.wrap(state))
  }

  package static func presented(_ action: JSON) -> JSON { JSONCase.presented.wrap(action) }

  package static func element(_ action: JSON, _ id: JSON) -> JSON {
    JSONCase.element.wrap([ActionWord.id.text: id, ActionWord.action.text: action])
  }

  /// The name of an element action's case, and the place of the inner action in it.
  package static var elementName: String { ActionWord.element.text }
  package static var elementPlace: String {
    JSONPointer(keys: [ActionWord.element.text, ActionWord.action.text]).text
  }

  package static func push(_ state: JSON, _ id: JSON) -> JSON {
    JSONCase.push.wrap([ActionWord.id.text: id, ActionWord.state.text: state])
  }

  package static func pop(_ id: JSON, _ dialect: NavigationDialect) -> JSON {
    JSONCase(dialect.popWord).wrap([ActionWord.id.text: id])
  }

  package static func setPath(_ path: JSON) -> JSON { JSONCase.setPath.wrap(path) }

  package static func write(_ path: String, _ value: JSON) -> JSON {
    [ActionWord.path.text: JSON(stringLiteral: path), ActionWord.value.text: value]
  }
}

extension JSONCase {
  init(_ word: ActionWord) { self.init(word.text) }

  static let dismiss = JSONCase(ActionWord.dismiss)
  static let present = JSONCase(ActionWord.present)
  static let presented = JSONCase(ActionWord.presented)
  static let element = JSONCase(ActionWord.element)
  static let push = JSONCase(ActionWord.push)
  static let setPath = JSONCase(ActionWord.setPath)
  static let id = JSONCase(ActionWord.id)
  static let state = JSONCase(ActionWord.state)
  static let action = JSONCase(ActionWord.action)
  static let path = JSONCase(ActionWord.path)
  static let value = JSONCase(ActionWord.value)
}

// MARK: - Reading

extension JSONActionForm {
  /// The meaning of such an action. All values are borrowed from the action.
  enum Content {
    /// An action of the child feature, as the child expects it.
    case child(JSONActionNode)
    case element(id: JSONNode, action: JSONActionNode)
    case dismiss
    /// The id is a string. If the state is nil, the parent provides it.
    case present(id: JSONNode?, state: JSONNode?)
    case push(id: StackElementID?, state: JSONNode)
    /// Removes an element and the elements above it.
    case pop(StackElementID)
    case setPath(JSONNode)
    /// The path is a string.
    case write(path: JSONNode, value: JSONNode)
  }

  /// Reads an action on a slot, except the child's own actions.
  /// - Throws: the mismatch with its place, like the other functions here.
  static func slot(
    _ node: JSONNode, _ dialect: NavigationDialect
  ) throws(JSONError) -> Content {
    if node.isObject, JSONCase.presented.payload(of: node) != nil {
      throw JSONError(.decode, message: "expected an action of the child").below(.presented)
    }
    if let payload = JSONCase.dismiss.payload(of: node) {
      guard payload.isNothing else {
        throw .expected("no payload, null or {}", found: payload).below(.dismiss)
      }
      return .dismiss
    }
    guard dialect == .legacy, let what = JSONCase.present.payload(of: node) else {
      throw .expected(dialect.slotWords, insteadOf: node)
    }
    do throws(JSONError) { return try present(what) } catch { throw error.below(.present) }
  }

  private static func present(_ what: JSONNode) throws(JSONError) -> Content {
    if what.isNull { return .present(id: nil, state: nil) }
    guard what.isObject else { throw noMembers }
    let known = [ActionWord.id.text, ActionWord.state.text]
    if let unknown = JSON(borrowing: what).keys.first(where: { !known.contains($0) }) {
      throw JSONError(
        .decode, path: JSONPointer(keys: [unknown]).text,
        message: "expected \(ActionWord.id.text) or \(ActionWord.state.text) here")
    }
    let (id, state) = (JSONCase.id.member(of: what), JSONCase.state.member(of: what))
    if let id, !id.isNull { try check(presentationID: id) }
    return .present(id: id.unlessNull, state: state.unlessNull)
  }

  private static func check(presentationID id: JSONNode) throws(JSONError) {
    guard id.isText else { throw .expected("text", found: id).below(.id) }
    let text = id.text
    if PresentationID(given: text) != nil { return }
    throw JSONError(
      .decode, message: "an id has no zero character; found \(text.debugDescription)"
    ).below(.id)
  }

  /// Returns the mismatch of an action on rows that is not an element's action.
  static func mismatch(rows node: JSONNode) -> JSONError {
    mismatch(elementIn: node) ?? .expected([.element], insteadOf: node)
  }

  /// Reads an action on a navigation path, except the elements' own actions.
  static func path(
    _ node: JSONNode, _ dialect: NavigationDialect
  ) throws(JSONError) -> Content {
    if let mismatch = mismatch(elementIn: node) { throw mismatch }
    guard node.isObject, let (key, payload) = JSONCase.member(of: node),
      let word = dialect.pathWords.first(where: { JSONCase($0).isNamed(key) })
    else { throw .expected(dialect.pathWords, insteadOf: node) }
    do throws(JSONError) {
      switch word {
      case .push: return try push(payload)
      case .setPath: return .setPath(payload)
      default:
        guard let id = JSONCase.id.member(of: payload).flatMap({ StackElementID($0) }) else {
          throw noElementID
        }
        return .pop(id)
      }
    } catch { throw error.below(word) }
  }

  private static func push(_ what: JSONNode) throws(JSONError) -> Content {
    guard let state = JSONCase.state.member(of: what) else { throw noMembers }
    guard let id = JSONCase.id.member(of: what) else { return .push(id: nil, state: state) }
    guard let id = StackElementID(id) else { throw noElementID }
    return .push(id: id, state: state)
  }

  private static var noMembers: JSONError {
    JSONError(.decode, message: "expected \(ActionWord.members(.id, .state))")
  }

  private static var noElementID: JSONError {
    JSONError(.decode, message: "expected an integer from 0 on").below(.id)
  }

  /// Returns the id and the action of an element, borrowed, ignoring other members; nil for another case.
  package static func element(of node: JSONNode) -> (id: JSONNode, action: JSONNode)? {
    JSONCase.element.payload(of: node).flatMap { JSONActionNode($0).element }
      .map { ($0.id, $0.action.node) }
  }

  /// Returns the mismatch in an element's action; nil for another case.
  private static func mismatch(elementIn node: JSONNode) -> JSONError? {
    guard node.isObject, let element = JSONCase.element.payload(of: node) else { return nil }
    return mismatch(element: element).below(.element)
  }

  private static func mismatch(element node: JSONNode) -> JSONError {
    guard node.isObject else { return .expected(ActionWord.members(.id, .action), found: node) }
    guard JSONCase.id.member(of: node) != nil else {
      return .expected("an id", found: nil).below(.id)
    }
    guard let action = JSONCase.action.member(of: node) else {
      return .expected("an action of the element", found: nil).below(.action)
    }
    guard node.memberCount == 2 else {
      return JSONError(
        .decode, message: "expected \(ActionWord.members(.id, .action)) and nothing beside")
    }
    guard JSONActionNode(action).isAction else {
      return .expected("an action of the element", found: action).below(.action)
    }
    return noElementID
  }

  static func binding(_ node: JSONNode) throws(JSONError) -> Content {
    guard node.isObject, node.memberCount == 2,
      let path = JSONCase.path.member(of: node), path.isText,
      let value = JSONCase.value.member(of: node)
    else {
      let members = ActionWord.members(.path, .value)
      throw JSONError(.decode, message: "expected \(members), the path a text")
    }
    return .write(path: path, value: value)
  }
}

extension ActionWord {
  /// Describes an object with these members for a message, such as `{"id", "state"}`.
  static func members(_ words: ActionWord...) -> String {
    "{\(words.map { "\"\($0.text)\"" }.joined(separator: ", "))}"
  }
}

extension JSONError {
  fileprivate static func expected(
    _ words: [ActionWord], insteadOf node: JSONNode
  ) -> JSONError {
    .expected(oneOf: words.map(\.text), insteadOf: node)
  }

  /// Returns this error with its path relative to the parent of the case or member.
  fileprivate func below(_ word: ActionWord) -> JSONError { below(word.text) }

  /// Returns this error with its path relative to the value that contains the part at a pointer.
  func below(_ pointer: JSONPointer) -> JSONError { below(path: pointer.text) }

  /// Returns this error with its path relative to the container of the member.
  func below(_ key: String) -> JSONError { below(JSONPointer.root.appending(key)) }

  func below(path place: String) -> JSONError { at(place + path) }
}

extension JSONNode {
  /// Whether this may be an action, which is an enum case: a string, or an object with one member.
  package var mayBeAction: Bool {
    isText || isObject && memberCount == 1
  }

  /// Whether this is `null` or `{}`, which stand for no payload.
  var isNothing: Bool { isNull || isObject && memberCount == 0 }
}

extension JSONNode? {
  /// The payload of a case, borrowed; null if the case has no payload. A null payload keeps its identity,
  /// because a replay passes a null of its own.
  var asPayload: JSONNode {
    guard let self, self.isNull || !self.isNothing else { return .null }
    return self
  }

  fileprivate var unlessNull: JSONNode? { self?.isNull == true ? nil : self }
}
