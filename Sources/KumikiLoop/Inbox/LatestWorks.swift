// Work of other threads of which only the latest waits: progress, pointer moves, resizes. However fast they
// come, one of each is in the queue.

/// Names such work: by the object that it belongs to, which the waiting work retains, and a key.
package struct LatestName: Sendable {
  let owner: ObjectIdentifier
  let key: ExactText

  package init(_ owner: AnyObject & Sendable, _ key: String) {
    self.owner = ObjectIdentifier(owner)
    self.key = ExactText(key)
  }
}

/// Work in the queue, with its latest value.
final class LatestWork: @unchecked Sendable {
  // Behind the inbox's lock.
  var value: (any Sendable)?
  let name: LatestName

  init(_ name: LatestName, _ value: any Sendable) {
    self.name = name
    self.value = value
  }
}

/// The work in the queue whose value may be replaced.
struct LatestWorks {
  private var waiting: [ObjectIdentifier: [ExactText: LatestWork]] = [:]
  /// How much work is in the queue, including work that keeps its value.
  var count = 0

  var isEmpty: Bool { waiting.isEmpty }

  subscript(_ name: LatestName) -> LatestWork? { waiting[name.owner]?[name.key] }

  mutating func insert(_ work: LatestWork) {
    count += 1
    waiting[work.name.owner, default: [:]][work.name.key] = work
  }

  /// Removes work, if later work has not taken its name.
  mutating func remove(_ work: LatestWork) {
    guard self[work.name] === work else { return }
    waiting[work.name.owner]?[work.name.key] = nil
    if waiting[work.name.owner]?.isEmpty == true { waiting[work.name.owner] = nil }
  }

  mutating func removeAll(of owner: ObjectIdentifier) { waiting[owner] = nil }
}
