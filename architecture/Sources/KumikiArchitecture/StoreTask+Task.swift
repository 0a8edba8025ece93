public import Kumiki

extension StoreTask {
  /// A task of the standard library that ends when everything the send started has ended, and whose
  /// cancellation cancels all of it. Nil if nothing was started. Each access makes a new task.
  public var rawValue: Task<Void, Never>? {
    taskTree == nil ? nil : Task { await finish() }
  }
}

extension StoreTask: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.taskTree === right.taskTree }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(taskTree.map { ObjectIdentifier($0) })
  }
}
