/// A key with a default value.
///
///     extension SharedKey where Self == InMemoryKey<Int>.Default {
///       static var count: Self { Self[.inMemory("count"), default: 0] }
///     }
///     …
///     @Shared(.count) var count
public struct SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  /// The shared value.
  public typealias Value = Base.Value
  let base: Base
  private let initial: @Sendable () -> Base.Value

  /// The default.
  public var initialValue: Base.Value { initial() }

  /// Returns a key with a default, which is evaluated if no value is stored.
  public static subscript(
    _ key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, initial: value)
  }

  public var id: Base.ID { base.id }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    base.load(context: context, continuation: continuation)
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension SharedKeyDefault: SharedKey where Base: SharedKey {
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedKeyDefault: KeyWithDefault {
  var keyType: Any.Type { Base.self }
}

/// A key that wraps another key, which has no default.
protocol KeyWithDefault {
  var keyType: Any.Type { get }
}

extension SharedKeyDefault: SharedPlace where Base: SharedPlace {
  package var placeID: SharedPlaceID { base.placeID }
  package var medium: (any SharedMedium)? { base.medium }
  package func keep(_ reference: AnyObject) { base.keep(reference) }
}

extension SharedKeyDefault: CustomStringConvertible {
  public var description: String { "\(base)" }
}

extension SharedReaderKey {
  /// This key with a default value.
  public typealias Default = SharedKeyDefault<Self>
}
