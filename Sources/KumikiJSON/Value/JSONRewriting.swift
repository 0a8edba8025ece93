/// Writes an object's members, which are always the same in the same order. In an object that was written
/// before, the members are found by this order, so that writing them again costs nothing.
struct JSONRewriting {
  private let object: JSONNode
  private var next: JSONMember?

  /// - Parameter object: empty, or with the same members from an earlier use.
  init(of object: JSONNode) {
    self.object = object
    next = object.firstEntry
  }

  mutating func put(_ key: StaticString, stealing value: JSONNode) {
    guard let member = next else {
      object.set(key, stealing: value)
      return
    }
    _ = object.set(member, stealing: value)
    next = object.entry(after: member)
  }

  mutating func put(_ key: StaticString, _ number: UInt64) {
    let number = Int64(clamping: number)
    // A number that a listener has kept must not change.
    guard let member = next, member.value.isUnique else {
      return put(key, stealing: JSON.made(.integer(number)))
    }
    member.value.setInteger(number)
    next = object.entry(after: member)
  }

  mutating func put(_ key: StaticString, _ text: String) {
    let stays = next.map { member in text.withBytes { $0.isEqual(to: member.value.textBytes) } }
    guard let member = next, stays == true else {
      return put(key, stealing: JSON.made(.text(text)))
    }
    next = object.entry(after: member)
  }
}
