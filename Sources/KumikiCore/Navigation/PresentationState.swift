/// A feature that may be presented: nil or a value, with an identity that is not part of the value.
///
///     struct State {
///       @PresentationState var destination: Destination.State?
///     }
///
/// Writing a value to an empty slot presents the value; writing nil dismisses. A value of the same case keeps the
/// presentation and its effects. Another case, another `id` of the value (if the value, or the case's payload, is
/// `Identifiable`) or an alert is a new presentation. Equality, hashing and coding see only the value. The value is in
/// a box that is copied when it is shared and written, so a state may contain itself.
@propertyWrapper
public struct PresentationState<State>: PresentationSlot {
  /// Nil while nothing is presented.
  @usableFromInline var box: PresentedBox?

  @inlinable
  init(box: PresentedBox?) { self.box = box }

  /// An empty slot.
  @inlinable
  static var empty: Self { Self(box: nil) }

  /// Creates a slot that presents a value, or an empty slot for nil.
  @inlinable
  public init(wrappedValue: State?) {
    if let wrappedValue { box = .make(wrappedValue, id: nil) }
  }

  /// Creates a copy of another slot, including its identity, for initializers that take `$slot`.
  @inlinable
  public init(projectedValue: Self) { self = projectedValue }

  /// The slot itself, `$slot`, for operators and views.
  @inlinable
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }

  /// The presented value, or nil. Writing nil dismisses; writing a value presents it, or changes the presented value.
  public var wrappedValue: State? {
    @inlinable get { box?[as: State.self] }
    @inlinable _modify {
      var value = takeValue()
      defer { putBack(value) }
      yield &value
    }
    @inlinable set {
      guard let newValue else { return dismiss() }
      assign(newValue)
    }
  }

  /// The id of the presentation; nil while nothing is presented.
  public var id: PresentationID? { box?.fields.presentation.id }

  @inlinable
  public var serial: UInt64 { box?.fields.presentation.serial ?? 0 }

  @inlinable
  public var isEphemeral: Bool { box?.fields.presentation.isEphemeral ?? false }
}

/// A slot, under the name of the Composable Architecture's macro: `@Presents var alert: AlertState<…>?`.
///
/// It is the property wrapper itself: with `@ObservableState`, a macro would have nothing to expand.
public typealias Presents<State> = PresentationState<State>

extension PresentationState {
  @inlinable
  mutating func assign(_ value: State) {
    guard box != nil, box!.fields.type.isFixed || continues(as: value, .assigned) else {
      box = .make(value, id: nil)
      return
    }
    makeUnique()
    box![as: State.self] = value
  }

  /// - Precondition: a value is presented.
  @usableFromInline
  func continues(as value: State, _ arrival: Presentation<PresentedIdentity>.Arrival) -> Bool {
    box!.fields.presentation.continues(as: box!.fields.type.identity(of: value), arrival)
  }

  /// Takes the value out of the box for an in-place change, so that it is copied only if it is shared.
  @inlinable
  mutating func takeValue() -> State? {
    makeUnique()
    return box?.takeOut(State.self)
  }

  @inlinable
  mutating func putBack(_ value: State?) {
    guard let value else { return dismiss() }
    guard let box else {
      self.box = .make(value, id: nil)
      return
    }
    box.putBack(value)
    reconcile()
  }

  @usableFromInline
  mutating func makeUnique() {
    // No variable here may hold the box, because that would make it shared.
    guard box != nil, !isKnownUniquelyReferenced(&box!) else { return }
    box = .make(copying: box!, State.self)
  }

  @inlinable @inline(__always)
  public mutating func reconcile() {
    if box == nil || box!.fields.type.isFixed { return }
    reconcileOther()
  }

  /// Does the work of `reconcile()` if a written value may start another presentation.
  @inlinable @inline(never)
  mutating func reconcileOther() {
    if !box!.fields.type.keeps(box!.fields.presentation.identity, box![as: State.self]) {
      reconcileIdentity()
    }
  }

  @usableFromInline
  mutating func reconcileIdentity() {
    let value = box![as: State.self]
    if !continues(as: value, .changed) { box = .make(value, id: nil) }
  }

  @inlinable
  public mutating func modifyPresented<Result>(_ body: (inout State) -> Result) -> Result? {
    guard box != nil else { return nil }
    if !isKnownUniquelyReferenced(&box!) { makeUnique() }
    // This slot keeps the box alive during the call, so the box is borrowed.
    let result = Uncounted(box!).with { body(&$0[as: State.self]) }
    reconcile()
    return result
  }

  @inlinable
  public mutating func present(_ source: State, id: PresentationID?) {
    guard box != nil, continues(as: source, .presented(id)) else {
      box = .make(source, id: id)
      return
    }
    makeUnique()
    box![as: State.self] = source
    let identity = box!.fields.type.identity(of: source)
    box!.fields.presentation.become(identity, isEphemeral: identity.isEphemeral)
  }

  /// Empties the slot.
  @inlinable
  public mutating func dismiss() { box = nil }

  /// Returns this value under the id of an earlier presentation.
  package func presented(as id: PresentationID) -> Self {
    guard let box else { return self }
    let made = PresentedBox.make(copying: box, State.self)
    made.fields.presentation.take(id)
    return Self(box: made)
  }
}

extension PresentationState {
  /// The payload of one case; nil if another case is presented. Writing to a case that is not presented changes nothing
  /// and reports the issue `write-wrong-case`.
  public subscript<Value>(case path: CaseKeyPath<State, Value>) -> Value?
  where State: CasePathable {
    get { wrappedValue.flatMap(CasePath(path).extract(from:)) }
    set {
      var value = wrappedValue
      if CasePath(path).write(newValue, to: &value, in: "what is presented") {
        wrappedValue = value
      }
    }
  }
}

// The identity is not part of the value. Unchanged copies share the box, and comparing them takes O(1).

extension PresentationState: Equatable where State: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(State.self))
  }
}

// Copies share the box, but only a unique owner writes it.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension PresentationState: NamedWrapper {
  package static var wrappedType: Any.Type { State?.self }
}
