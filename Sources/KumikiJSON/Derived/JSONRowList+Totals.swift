package import Kumiki

// What rows of a list amount to, as JSON.
extension JSONRowList {
  /// `{"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}}}`
  package func totals() -> JSON { JSON(members: totals(0..<current.count)) }

  /// The same for each group, with its value and where it begins.
  package func groupTotals() -> JSON {
    JSON(
      elements: groups().map { group in
        let place: [(key: String, value: JSON)] = [
          ("group", group.value), ("first", JSON(integerLiteral: Int64(group.range.lowerBound))),
        ]
        return JSON(members: place + totals(group.range))
      })
  }

  private func totals(_ range: Range<Int>) -> [(key: String, value: JSON)] {
    let numbers = options.numbers.enumerated().map { column, place in
      (key: place.text, value: current.total(of: column, range).json)
    }
    return [
      ("count", JSON(integerLiteral: Int64(range.count))), ("numbers", JSON(members: numbers)),
    ]
  }
}

extension RowTotal {
  fileprivate var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("count", JSON(integerLiteral: Int64(count))), ("sum", sum.json),
    ]
    if let least { members.append(("min", least.json)) }
    if let greatest { members.append(("max", greatest.json)) }
    return JSON(members: members)
  }
}
