internal import KumikiValues
internal import KumikiJSON

/// The rows and the observation that a store's source provides for a list.
struct ListParts {
  let rows: any RowListSource
  /// Calls a function after each burst that may have changed the list, until the returned closure is called.
  let observe: (_ notify: @escaping () -> Void) -> () -> Void
}

/// A list, as an input of a derived value that reads it.
///
/// A list does not mark the value's observers as due, so they check after each burst. Checking a list for changes
/// takes two comparisons.
final class ListInput: DerivedInput {
  private let list: ListHandle
  private let version: UInt64?

  init(_ list: ListHandle) {
    self.list = list
    version = list.version
  }

  var identity: ObjectIdentifier { ObjectIdentifier(list) }
  /// False, because another window may be shown without a burst.
  var followsStateVersion: Bool { false }

  func hasChanged() -> Bool { version == nil || list.version != version }

  func observers(in _: ObserverList) -> ObserverGroup? { nil }
}
