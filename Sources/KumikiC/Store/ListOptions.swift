internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

/// The options of `kmk_list_new`, converted for the engine.
struct ListOptions {
  private(set) var rows = JSONRowListOptions()
  let window: RowWindow
  private let condition: Condition?

  /// A place in a row, with the option that names it.
  typealias Named = (subject: String, pointer: JSONPointer)

  /// The places in a row, each with the option that names it.
  private var read: [Named] {
    rows.sorts.map { ("options.sort", $0.place) }
      + [rows.group].compactMap { $0.map { ("options.group", $0.place) } }
      + rows.numbers.map { ("options.numbers", $0) }
      + (condition?.placesInRow ?? []).map { ("options.where", $0) }
      + rows.ids.map { ("options.joins", $0) }
  }

  /// The places in the elements of the array, or in the rows of a join.
  func places(inJoin join: Int? = nil) -> [Named] {
    var found: [Named] = []
    if join == nil, let nested = rows.nested {
      found.append(("options.nested", nested.appending("0")))
    }
    for (subject, pointer) in read {
      // A place below the id of a join is in the joined row. The last join counts.
      var inside: Int?
      for index in rows.ids.indices where pointer.isBelow(rows.ids[index]) { inside = index }
      if inside != join { continue }
      if let join {
        found.append((subject, pointer.without(rows.ids[join])))
      } else if let parent = rows.parent, pointer == parent || pointer.isBelow(parent) {
        found.append((subject, pointer.without(parent)))
      } else {
        found.append((subject, rows.nested?.appending("0").appending(pointer) ?? pointer))
      }
    }
    return found
  }

  /// The places of the store that the rows depend on, each with the option that names it.
  var parameters: [(subject: String, pointer: JSONPointer)] {
    rows.parameters.enumerated().map {
      ($0 < condition?.places.count ?? 0 ? "options.where" : "options.parameters", $1)
    }
      + [rows.sortPlace].compactMap { $0.map { ("options.sort_place", $0) } }
  }

  /// - Parameter data: Kept for as long as a callback may be called.
  @safe init(_ options: CStructs<kmk_list_options>?, _ data: UserData) throws {
    let standard = unsafe kumiki_default_list_options
    let options =
      try unsafe sized(
        options, "options", standard, first: kumiki_first_list_options,
        "; use KMK_LIST_OPTIONS_INIT") ?? standard
    window = unsafe RowWindow(sizes: options.first, options.limit)
    rows.sorts = try unsafe texts(options.sort) {
      try JSONRowSort(text($0, "a pointer in options.sort"))
    }
    rows.sortPlace = try unsafe Self.place(options.sort_place, "options.sort_place")
    rows.group = try unsafe Self.place(options.group, "options.group").map(JSONRowSort.init)
    rows.numbers = try unsafe texts(options.numbers) {
      try pointer($0, "a pointer in options.numbers")
    }
    rows.nested = try unsafe Self.place(options.nested, "options.nested")
    rows.parent = try unsafe Self.place(options.parent, "options.parent")
    for place in try unsafe texts(options.joins, { try pointer($0, "a pointer in options.joins") })
    {
      if rows.ids.count == rows.joins.count {
        rows.ids.append(place)
      } else {
        rows.joins.append(place)
      }
    }
    try Self.check(rows)
    condition = try unsafe Condition(options.where)
    let own = condition?.places ?? []
    rows.parameters =
      try unsafe own
      + texts(options.parameters) {
        try pointer($0, "a pointer in options.parameters")
      }
    rows.filter = condition.map { condition in { condition.holds($0, $1) } }
    rows.filterPlaces = unsafe options.filter == nil ? condition?.placesInRow : nil
    if let filter = unsafe options.filter {
      let isFirst = rows.filter
      rows.filter = { row, parameters in
        if let isFirst, !isFirst(row, parameters) { return false }
        return calling("filter of a list") {
          var values = unsafe parameters.dropFirst(own.count).map { lent($0) }
          return unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe filter(lent(row), values.baseAddress, data.pointer)
          }
        }
      }
    }
    if let compare = unsafe options.compare {
      rows.compare = { one, other in
        calling("compare of a list") {
          Int(unsafe compare(lent(one), lent(other), data.pointer))
        }
      }
    }
    rows.owner = data
  }

  /// Refuses options that contradict each other.
  private static func check(_ rows: JSONRowListOptions) throws {
    if rows.parent != nil, rows.nested == nil {
      throw Failure.invalid("options.parent: only rows of options.nested have a parent")
    }
    if rows.ids.count != rows.joins.count {
      throw Failure.invalid("options.joins: found an odd number of pointers, expected pairs")
    }
    if rows.parent?.isRoot == true || rows.ids.contains(where: \.isRoot) {
      throw Failure.invalid(
        "options.joins and options.parent: expected a place in the row, found \"\"")
    }
  }

  @safe private static func place(_ text: CText?, _ what: String) throws -> JSONPointer? {
    try CStringView(text).map { try JSONPointer(KumikiC.text($0, what)) }
  }
}

extension RowWindow {
  /// Makes a window from C's sizes; a limit of 0 means no limit.
  init(sizes first: Int, _ limit: Int) {
    self.init(
      first: Int(clamping: UInt(bitPattern: first)),
      limit: limit == 0 ? nil : Int(clamping: UInt(bitPattern: limit)))
  }
}

extension Callback where Call == ListHandle.Notify {
  @safe init(_ fn: kmk_list_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { edits in
        unsafe edits.withUnsafeBufferPointer {
          unsafe fn($0.baseAddress, $0.count, data.pointer)
        }
      }
    }
  }
}

extension kmk_list_edit {
  init(reset count: Int) {
    unsafe self.init(change: KMK_LIST_RESET, index: count, from: 0, id: nil)
  }

  /// - Parameter id: Lives at least as long as the edit.
  init(_ edit: RowEdit, _ id: JSON) {
    let node = id.isNull ? nil : part(id.node)
    switch edit {
    case .insert(let index):
      unsafe self.init(change: KMK_LIST_INSERT, index: index, from: 0, id: node)
    case .remove(let index):
      unsafe self.init(change: KMK_LIST_REMOVE, index: index, from: 0, id: node)
    case .move(let source, let target):
      unsafe self.init(change: KMK_LIST_MOVE, index: target, from: source, id: node)
    case .change(let index):
      unsafe self.init(change: KMK_LIST_CHANGE, index: index, from: 0, id: node)
    }
  }
}
