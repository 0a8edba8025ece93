// Work of other threads that keeps only its latest value while it waits: progress, pointer moves, resizes. However
// fast such work arrives, the queue holds at most one item of each name.

/// Names such work by a key and the object that it belongs to. The waiting work retains the object.
package struct LatestName: Sendable {
  let owner: ObjectIdentifier
  let key: ExactText

  package init(_ owner: AnyObject & Sendable, _ key: String) {
    self.owner = ObjectIdentifier(owner)
    self.key = ExactText(key)
  }
}

/// A queued work item with its latest value.
final class LatestWork: @unchecked Sendable {
  // Guarded by the inbox's lock.
  var value: (any Sendable)?
  let name: LatestName

  init(_ name: LatestName, _ value: any Sendable) {
    self.name = name
    self.value = value
  }
}

/// The queued work whose value may be replaced.
struct LatestWorkTable {
  private var waiting: [ObjectIdentifier: [ExactText: LatestWork]] = [:]
  /// The number of queued work items, including items that keep their value.
  var count = 0

  var isEmpty: Bool { waiting.isEmpty }

  subscript(_ name: LatestName) -> LatestWork? { waiting[name.owner]?[name.key] }

  mutating func insert(_ work: LatestWork) {
    count += 1
    waiting[work.name.owner, default: [:]][work.name.key] = work
  }

  /// Removes a work item, unless later work has taken its name.
  mutating func remove(_ work: LatestWork) {
    guard self[work.name] === work else { return }
    waiting[work.name.owner]?[work.name.key] = nil
    if waiting[work.name.owner]?.isEmpty == true { waiting[work.name.owner] = nil }
  }

  mutating func removeAll(of owner: ObjectIdentifier) { waiting[owner] = nil }
}
