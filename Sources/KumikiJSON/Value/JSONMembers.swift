extension JSON {
  /// This value with the members of an object set in it, and those of the objects inside that likewise.
  ///
  /// A null sets null, and anything but an object replaces what is there. So does an object where there
  /// is none.
  /// - Throws: `tooDeep` where the stack does not reach.
  package func settingMembers(_ members: JSON) throws(JSONError) -> JSON {
    guard members.kind == .object else { return members }
    guard StackBudget.has(Self.mergingReserve) else { throw .stackExhausted() }
    var result = kind == .object ? self : [:]
    for key in members.keys {
      let value = members[key: key]!
      result = result.setting(key, to: try (result[key: key] ?? .null).settingMembers(value))
    }
    return result
  }

  /// The stack for one level of members.
  private static var mergingReserve: Int { 16 * 1024 }
}
