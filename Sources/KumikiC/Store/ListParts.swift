internal import KumikiValues
internal import KumikiJSON

/// What a store's source makes a list of.
struct ListParts {
  let rows: any RowListSource
  /// Calls a function after each burst that may have changed the list, until the returned closure is called.
  let observe: (_ notify: @escaping () -> Void) -> () -> Void
}

/// A list, as an input of a derived value that reads it.
///
/// Nothing makes its observers due, so those of the value look after each burst; to ask a list whether it is as it
/// was costs two comparisons.
final class ListInput: DerivedInput {
  private let list: ListHandle
  private let version: UInt64?

  init(_ list: ListHandle) {
    self.list = list
    version = list.version
  }

  var identity: ObjectIdentifier { ObjectIdentifier(list) }
  /// Another part may be shown without a burst.
  var followsMoment: Bool { false }

  func hasChanged() -> Bool { version == nil || list.version != version }

  func observers(in _: ObserverList) -> ObserverGroup? { nil }
}
