/// The message for an unexpected name: the name that was found, then the nearest known name, then all known names.
///
/// The list comes last because a C program reads only 255 bytes of the message: a long list must not push out the
/// rest.
package enum KnownNames {
  /// How many bytes of a message may be used before the list of names is cut.
  private static let room = 230

  /// `found dismis; did you mean dismiss? expected one of dismiss, presented`, or `found stray; expected none`.
  ///
  /// - Parameters:
  ///   - found: A description of the value that was found, for a message.
  ///   - name: The found value, if the value is a name.
  package static func expected(oneOf known: [String], found: String, name: String? = nil) -> String
  {
    if known.isEmpty { return "found \(found); expected none" }
    return advice("found \(found); ", "expected one of ", known, for: name)
  }

  /// Joins `beginning`, the nearest known name, `introduction` and the names to a message.
  package static func advice(
    _ beginning: String, _ introduction: String, _ known: [String], for name: String?
  ) -> String {
    var text = beginning
    if let near = name.flatMap({ nearest(to: $0, among: known) }) {
      text += "did you mean \(near.shortened)? "
    }
    text += introduction
    return text + list(known, in: max(64, room - text.utf8.count))
  }

  /// The names, or their number and the first few.
  private static func list(_ known: [String], in room: Int) -> String {
    var text = ""
    for (index, name) in known.enumerated() {
      let next = (index == 0 ? "" : ", ") + (name.isEmpty ? "\"\"" : name.shortened)
      guard text.utf8.count + next.utf8.count <= room else { return "\(known.count): \(text), …" }
      text += next
    }
    return text
  }

  /// The known name with the least edit distance to the written one, if that distance is small. Of several, the first.
  package static func nearest(to name: String, among known: [String]) -> String? {
    if known.contains(where: name.isExactly) { return nil }
    // The same letters in other scalars, which Swift compares as equal.
    if let spelled = known.first(where: { $0 == name }) { return spelled }
    let written = letters(name)
    if written.isEmpty { return nil }
    var best: (distance: Int, name: String)?
    for candidate in known {
      let letters = letters(candidate)
      // A distance of at most a third of the letters: three for "increment", none for "ok".
      let limit = min(max(written.count, letters.count) / 3, (best?.distance ?? 4) - 1)
      guard limit >= 0, let distance = distance(written, letters, atMost: limit) else { continue }
      best = (distance, candidate)
    }
    return best?.name
  }

  /// The edit distance of two names (letters added, dropped, replaced, or swapped with the next one); nil if
  /// it is above the limit.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var above: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in 0..<right.count {
        let isSame = left[i] == right[j]
        var cost = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, above[j - 1] + 1)
        }
        row.append(cost)
      }
      above = last
      last = row
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }

  /// A name as it is compared: the bytes in lower case, or empty if the name is too long.
  private static func letters(_ name: String) -> [UInt8] {
    let bytes = name.utf8
    guard bytes.count <= 64 else { return [] }
    return bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }
}

extension String {
  /// The string on one line, shortened to fit a message.
  package var shortened: String {
    let scalars = unicodeScalars
    guard scalars.count > 40 else { return onOneLine }
    return String(scalars.prefix(40)).onOneLine + "…"
  }
}

extension StringProtocol {
  /// The string with line breaks and control characters replaced by spaces, so that it stays on one line.
  package var onOneLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      line.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return String(line)
  }
}
