/// A slot for what a feature presents: `@PresentationStateOf<Destinations> var destination`.
///
/// It holds a `PresentationState`, which is its `$destination`, and can be made of nothing, so that the
/// property needs no type. `PresentationState` cannot: the compiler's memberwise initializers would then
/// take the wrapper and not its value.
@propertyWrapper
public struct PresentationStateOf<R: Reducer> {
  /// The slot itself, `$destination`: what operators and views lead to.
  public var projectedValue: PresentationState<R.State>

  /// A slot with what it presents at first, or nil.
  public init(wrappedValue: R.State?) {
    projectedValue = PresentationState(wrappedValue: wrappedValue)
  }

  /// A slot that presents nothing at first.
  public init() { self.init(wrappedValue: nil) }

  /// What is presented, or nil. Writing nil dismisses; writing a value presents it, or edits what is there.
  public var wrappedValue: R.State? {
    get { projectedValue.wrappedValue }
    _modify { yield &projectedValue.wrappedValue }
  }
}

extension PresentationStateOf: Equatable where R.State: Equatable {}
extension PresentationStateOf: Hashable where R.State: Hashable {}
extension PresentationStateOf: Sendable where R.State: Sendable {}

/// What may happen at such a slot, where a view presents by an action: `.present(…)`.
public typealias PresentationActionOf<R: Reducer> = DestinationAction<R.State, R.Action>

/// What may happen to a path that a view writes as a whole.
public typealias NavigationActionOf<R: Reducer> = NavigationAction<R.State, R.Action>

/// A path of screens of a feature: `@NavigationStateOf<Destinations> var path`.
public typealias NavigationStateOf<R: Reducer> = NavigationState<R.State>

/// A path of screens: `@NavigationState<Screen.State> var path`, with `\.$path` for the operators.
@propertyWrapper
public struct NavigationState<Element> {
  /// The elements, from the root's to the one on top.
  public var wrappedValue: StackState<Element>

  /// A path with what is on it at first: nothing, unless it says so.
  public init(wrappedValue: StackState<Element> = StackState()) { self.wrappedValue = wrappedValue }

  /// The path itself, `$path`: what operators and views lead to.
  public var projectedValue: StackState<Element> {
    get { wrappedValue }
    _modify { yield &wrappedValue }
  }
}

extension NavigationState: Equatable where Element: Equatable {}
extension NavigationState: Hashable where Element: Hashable {}
extension NavigationState: Sendable where Element: Sendable {}
