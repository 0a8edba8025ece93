/// Decides whether the next step joins the last one.
@usableFromInline
package struct UndoJoining: Sendable {
  /// The open group of a history.
  package struct Group: Equatable, Sendable {
    /// The number of groups that were begun, one inside the other.
    package var depth = 1
    /// The label of the action that began the group.
    package var label: String?
    /// Whether a step of the group is in the history.
    package var hasStep = false

    package init(label: String?) { self.label = label }
  }

  /// A class, because few histories have keys or groups, and all are copied.
  private final class Details: Sendable {
    let key: String?
    let group: Group?

    init(key: String?, _ group: Group?) { (self.key, self.group) = (key, group) }
  }

  /// The time of the last step; nil if the next step cannot join it by the time.
  package private(set) var lastStep: UInt64?
  private var details: Details?

  /// The key of the last step.
  package var lastKey: String? { details?.key }
  package var group: Group? { details?.group }

  @usableFromInline
  package init() {}

  package init(lastStep: UInt64?, key: String?, _ group: Group?) {
    self.lastStep = lastStep
    if key != nil || group != nil { details = Details(key: key, group) }
  }

  /// Separates the last step from the next one, and ends all groups.
  @usableFromInline
  package mutating func separate() { self = Self() }

  /// Whether a step joins the last one: inside a group, because its description says so, because it has the same
  /// key, or because it follows within a given time.
  ///
  /// - Parameters:
  ///   - hasUndo: whether a step can be undone; `hasRedo`: whether one can be redone.
  @usableFromInline
  package mutating func joins(
    _ said: UndoDescription?, hasUndo: Bool, hasRedo: Bool, at now: UInt64, within time: UInt64
  ) -> Bool {
    if said?.group == .begin {
      guard var group else {
        self = Self(lastStep: nil, key: nil, Group(label: said?.label))
        return false
      }
      group.depth += 1
      self = Self(lastStep: nil, key: nil, group)
    }
    if let group { return group.hasStep && hasUndo }
    if !hasUndo { return false }
    if said?.group == .join { return !hasRedo }
    if said?.key != lastKey { return false }
    if time == 0 { return lastKey != nil }
    // Wrapping, because the last step of a history from another process may be earlier than the start of this clock.
    guard let last = lastStep, now &- last <= time else { return false }
    lastStep = now
    return true
  }

  /// Records that a step was added. Inside a group, only the group decides about the next step.
  ///
  /// - Returns: the label that the group gives the step.
  @usableFromInline
  package mutating func pushed(key: String?, at now: UInt64?) -> String? {
    guard var group else {
      self = Self(lastStep: now, key: key, nil)
      return nil
    }
    group.hasStep = true
    self = Self(lastStep: nil, key: nil, group)
    return group.label
  }

  /// Ends the innermost open group. The step after the outermost group is separate.
  package mutating func endGroup() {
    guard var group else { return }
    group.depth -= 1
    self = Self(lastStep: nil, key: nil, group.depth > 0 ? group : nil)
  }

  /// Moves the time to a clock that is ahead by a number of nanoseconds.
  package mutating func move(by nanoseconds: UInt64) {
    if let last = lastStep { lastStep = last &+ nanoseconds }
  }
}
