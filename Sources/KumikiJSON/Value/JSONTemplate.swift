/// An object that is written again and again with the same members, which are found without a look-up.
struct JSONTemplate {
  /// The object, owned by this value's holder; a lacking value if memory ran out.
  let node: JSONNode
  /// Nil from the first member on that memory did not suffice for, and after the last.
  private var members = InlineArray<8, JSONMember?>(repeating: nil)

  /// Makes an object whose members are null.
  ///
  /// - Parameter keys: at most eight.
  init(_ keys: [StaticString]) {
    node = JSON.made(.object())
    for (index, key) in keys.enumerated() {
      if !node.set(key, stealing: .null) { break }
      members[index] = node.entry(JSONBytes(key))
    }
  }

  /// Sets a member, given by its index among the keys.
  ///
  /// - Parameter value: borrowed.
  @inline(__always)
  func put(_ index: Int, _ value: JSONNode) {
    guard let member = members[index], member.value != value else { return }
    _ = node.set(member, stealing: value.retained())
  }

  @inline(__always)
  func put(_ index: Int, _ number: UInt64) {
    guard let member = members[index] else { return }
    let number = Int64(clamping: number)
    let former = member.value
    // A number that a listener has kept must not change.
    if former.isInteger, former.isUnique { return former.setInteger(number) }
    _ = node.set(member, stealing: JSON.made(.integer(number)))
  }

  @inline(__always)
  func put(_ index: Int, _ text: JSONBytes) {
    guard let member = members[index] else { return }
    let former = member.value
    if former.isText {
      if text.isEqual(to: former.textBytes) { return }
      if former.isUnique, former.setText(text) { return }
    }
    _ = node.set(member, stealing: JSON.made(.text(text)))
  }

  /// Sets a member to null if it is an object or an array, which the state or the program may share: held here,
  /// it would be copied by a write.
  @inline(__always)
  func forgetContainer(_ index: Int) {
    if let member = members[index], member.value.isContainer { node.setNull(member) }
  }
}
