public import Kumiki

extension StoreTask {
  /// The same as a task of the standard library, which ends when all of it has, and cancels all of it; nil where
  /// nothing was started. Each time another one.
  public var rawValue: Task<Void, Never>? {
    cascade == nil ? nil : Task { await finish() }
  }
}

extension StoreTask: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.cascade === right.cascade }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(cascade.map { ObjectIdentifier($0) })
  }
}
