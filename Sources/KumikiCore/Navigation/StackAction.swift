/// What may happen to a path of screens.
public enum StackAction<State, Action> {
  /// An action of the element with that id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with that id and everything above it.
  case popFrom(id: StackElementID)
  /// Puts an element on top, under an id that is not on the path.
  indirect case push(id: StackElementID, state: State)
}

/// What may happen to a path in the legacy dialect, in which a view writes the whole path.
public enum NavigationAction<State, Action> {
  /// An action of the element with that id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with that id and everything above it.
  case dismiss(id: StackElementID)
  /// Replaces the path. Elements with known ids keep their effects.
  case setPath(StackState<State>)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
extension NavigationAction: Equatable where State: Equatable, Action: Equatable {}
extension NavigationAction: Hashable where State: Hashable, Action: Hashable {}
extension NavigationAction: Sendable where State: Sendable, Action: Sendable {}
extension NavigationAction: Encodable where State: Encodable, Action: Encodable {}
extension NavigationAction: Decodable where State: Decodable, Action: Decodable {}

/// A path's action in parts, in either dialect.
public enum PathAction<Source, Path, Action> {
  /// An action of an element.
  case element(StackElementID, Action)
  /// A new element on top.
  case push(StackElementID, Source)
  /// Removes an element after the parent's step.
  case popFrom(StackElementID)
  /// Removes an element before the parent's step.
  case dismiss(StackElementID)
  /// Replaces the path.
  case setPath(Path)
}

/// How the stack operator takes its parent's actions apart and puts them together.
public protocol PathActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// What a pushed element is made of.
  associatedtype Source
  /// What a whole path is made of.
  associatedtype Path
  /// The action of an element.
  associatedtype ElementAction

  /// The path's action in a parent's action; nil if there is none.
  func extract(from root: Root) -> PathAction<Source, Path, ElementAction>?
  /// Wraps an element's action in an action of the parent.
  func embed(_ action: ElementAction, id: StackElementID) -> Root
  /// The action by which an element asks for its own dismissal.
  func embedPop(_ id: StackElementID) -> Root
}

/// A path, as the stack operator needs it.
public protocol PathCollection: RowCollection where ID == StackElementID {
  /// What an action pushes.
  associatedtype Source
  /// What an action replaces the whole path with.
  associatedtype Path

  /// Puts an element on top, under an id that is not on the path. Returns false, and changes nothing, if there
  /// is no room for it.
  mutating func push(_ source: Source, as id: StackElementID) -> Bool
  /// Removes the element with this id and everything above it.
  mutating func pop(from id: StackElementID)
  /// Replaces the path. Returns false, and changes nothing, if an id is in it twice.
  mutating func replace(with path: Path) -> Bool
}

extension StackState: PathCollection {
  @discardableResult
  public mutating func push(_ source: Element, as id: StackElementID) -> Bool {
    push(source, id: id)
    return true
  }

  public mutating func replace(with path: StackState) -> Bool {
    StackElementID.noteBrought(path.ids)
    self = path
    return true
  }
}

/// Stack actions of the modern dialect.
public struct StackActionOptic<Root, State, ElementAction>: PathActionOptic {
  @usableFromInline let path: CasePath<Root, StackAction<State, ElementAction>>

  /// Finds a path's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, StackAction<State, ElementAction>>) { self.path = path }

  /// The path's action in a parent's action; nil if there is none.
  @inlinable
  public func extract(from root: Root) -> PathAction<State, StackState<State>, ElementAction>? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): .element(id, action)
    case .some(.popFrom(let id)): .popFrom(id)
    case .some(.push(let id, let state)): .push(id, state)
    }
  }

  /// Wraps an element's action in an action of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: StackElementID) -> Root {
    path.embed(.element(id: id, action: action))
  }

  @inlinable
  public func embedPop(_ id: StackElementID) -> Root { path.embed(.popFrom(id: id)) }
}

/// Path actions of the legacy dialect.
public struct NavigationActionOptic<Root, State, ElementAction>: PathActionOptic {
  @usableFromInline let path: CasePath<Root, NavigationAction<State, ElementAction>>

  /// Finds a path's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, NavigationAction<State, ElementAction>>) { self.path = path }

  /// The path's action in a parent's action; nil if there is none.
  @inlinable
  public func extract(from root: Root) -> PathAction<State, StackState<State>, ElementAction>? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): .element(id, action)
    case .some(.dismiss(let id)): .dismiss(id)
    case .some(.setPath(let path)): .setPath(path)
    }
  }

  /// Wraps an element's action in an action of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: StackElementID) -> Root {
    path.embed(.element(id: id, action: action))
  }

  @inlinable
  public func embedPop(_ id: StackElementID) -> Root { path.embed(.dismiss(id: id)) }
}
