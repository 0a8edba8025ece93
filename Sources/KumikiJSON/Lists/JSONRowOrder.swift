internal import KumikiValues

/// A place in a row by which rows are sorted.
package struct JSONRowSort: Equatable {
  package var place: JSONPointer
  package var isDescending = false

  package init(_ place: JSONPointer) { self.place = place }

  /// Parses a pointer, prefixed with `-` for descending order.
  package init(_ text: String) throws(JSONError) {
    isDescending = text.first == "-"
    place = try JSONPointer(isDescending ? String(text.dropFirst()) : text)
  }

  /// Reads a sort order from a value of the state: a string or an array of strings; nil for any other value.
  static func read(_ json: JSON?) -> [JSONRowSort]? {
    guard let json else { return nil }
    let texts = json.kind == .string ? [json] : (0..<json.count).compactMap { json[index: $0] }
    if texts.isEmpty, json.kind != .array { return nil }
    let sorts = texts.compactMap { text in text.string.flatMap { try? JSONRowSort($0) } }
    return sorts.count == texts.count ? sorts : nil
  }
}

/// The sort keys of a list's rows: a column for each place.
final class JSONRowKeys {
  typealias Compare = (JSONNode?, JSONNode?) -> Int

  private var columns: [Column]
  private let compare: Compare?
  private let isCompared: Bool

  private struct Column {
    let sort: JSONRowSort
    /// Whether this column holds the groups, which the program's function does not compare.
    let isGroup: Bool
    /// By entry.
    var keys: ContiguousArray<JSONSortKey> = []
  }

  init(group: JSONRowSort?, _ sorts: [JSONRowSort], _ compare: Compare?) {
    columns = (group.map { [Column(sort: $0, isGroup: true)] } ?? [])
    columns += sorts.map { Column(sort: $0, isGroup: false) }
    self.compare = compare
    isCompared = compare != nil
  }

  /// The places of the keys in a row.
  var places: [JSONPointer] { columns.map(\.sort.place) }

  /// Stores the keys of a row.
  ///
  /// - Returns: the start of the row's first key, as a number that never decreases as keys increase; 0 for all
  ///   rows if only the program can compare them.
  func set(_ entry: Int32, _ row: JSONNode) -> UInt64 {
    var prefix: UInt64 = 0
    for index in columns.indices {
      var node = columns[index].sort.place.resolve(in: row)
      // In a group, null and a missing value are both shown as null.
      if columns[index].isGroup, node?.isNull == true { node = nil }
      let key = JSONSortKey(
        node, columns[index].isGroup ? .text : compare != nil ? .value : .nothing)
      if index == 0, columns[index].isGroup || compare == nil {
        prefix = columns[index].sort.isDescending ? ~key.prefix : key.prefix
      }
      if Int(entry) < columns[index].keys.count {
        columns[index].keys[Int(entry)] = key
      } else {
        while columns[index].keys.count < entry { columns[index].keys.append(.missing) }
        columns[index].keys.append(key)
      }
    }
    return prefix
  }

  /// Whether the first of two rows comes first; nil if their keys are equal.
  func isBefore(_ one: Int32, _ other: Int32) -> Bool? {
    for column in columns.indices {
      let order = order(of: one, other, in: column)
      if order != 0 { return order < 0 }
    }
    return nil
  }

  // Without a copy of the column, which would count references.
  private func order(of one: Int32, _ other: Int32, in column: Int) -> Int {
    let order =
      if isCompared, !columns[column].isGroup {
        columns[column].keys[Int(one)].withNode { one in
          columns[column].keys[Int(other)].withNode { compare!(one, $0) }
        }
      } else {
        columns[column].keys[Int(one)].compare(with: columns[column].keys[Int(other)])
      }
    return columns[column].sort.isDescending ? -order : order
  }

  // MARK: Groups

  var hasGroups: Bool { columns.first?.isGroup == true }

  /// Whether a row's group comes after the group of another row.
  func isGroup(of entry: Int32, behind other: Int32) -> Bool {
    hasGroups && order(of: entry, other, in: 0) > 0
  }

  /// Returns a negative number if a row's group comes before a key, and 0 if the key is the group's.
  func compareGroup(of entry: Int32, with key: JSONSortKey) -> Int {
    columns[0].keys[Int(entry)].compare(with: key)
  }

  func group(of entry: Int32) -> JSON {
    columns[0].keys[Int(entry)].withNode { $0.map(JSON.init(borrowing:)) ?? .null }
  }
}
