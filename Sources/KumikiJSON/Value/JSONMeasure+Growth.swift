extension JSONMeasure {
  /// Returns by how much a value is larger than the value that it is to replace; nil if it is too deep.
  ///
  /// - Parameter limits: the limits of the value, which also determine whether bytes are counted.
  /// - Complexity: O(*n*) in the parts that the two values do not share.
  static func growth(from old: JSONNode?, to new: JSONNode, _ limits: JSONLimits) -> JSONAmount? {
    var growth = JSONAmount.none
    var waiting = [(old: old, new: new, level: 1)]
    func add(_ old: JSONNode?, _ new: JSONNode, _ level: Int) {
      if old != new { waiting.append((old, new, level)) }
    }
    while let (old, new, level) = waiting.popLast() {
      if let old, old.isObject, new.isObject, level < limits.depth {
        for member in new.members {
          let before = old.member(member.key)
          if before == nil { growth = growth + limits.amount(ofKey: member.key) }
          add(before, member.value, level + 1)
        }
        for member in old.members where new.member(member.key) == nil {
          growth = growth - member.value.amount(limits) - limits.amount(ofKey: member.key)
        }
      } else if let old, old.isArray, new.isArray, level < limits.depth {
        for (index, element) in new.children.enumerated() {
          add(old.element(index), element, level + 1)
        }
        for index in new.elementCount..<max(new.elementCount, old.elementCount) {
          growth = growth - (old.element(index)?.amount(limits) ?? .none)
        }
      } else {
        guard let depth = depth(of: new), depth <= limits.depth - level + 1 else { return nil }
        growth = growth + new.amount(limits) - (old?.amount(limits) ?? .none)
      }
    }
    return growth
  }
}

extension JSONLimits {
  fileprivate func amount(ofKey key: JSONBytes) -> JSONAmount {
    JSONAmount(values: 0, bytes: countsBytes ? key.count : 0)
  }
}
