/// Fills a format with arguments: `%@`, `%lld`, `%d`, `%lf` and others, with a position or in order.
enum PlaceHolders {
  static func fill(_ format: String, _ arguments: [String]) -> String {
    var filled = ""
    var rest = format[...]
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      filled += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        filled += "%"
        rest.removeFirst()
      } else if let holder = rest.prefixMatch(of: /(?:([1-9][0-9]?)\$)?(?:@|l{0,2}[diuf])/) {
        let index = holder.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
        if holder.1 == nil { next += 1 }
        filled += arguments.indices.contains(index) ? arguments[index] : "%" + holder.0
        rest = rest[holder.range.upperBound...]
      } else {
        filled += "%"
      }
    }
    return filled + rest
  }
}
