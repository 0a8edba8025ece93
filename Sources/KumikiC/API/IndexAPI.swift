internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_indexed(
  _ base: CHandle!, _ rows: CText!, _ group: CText!, _ numbers: CStructs<CText?>!
) -> CHandle! {
  ReducerHandle.new(base) {
    let by = try unsafe group == nil ? nil : pointer(group, "group")
    let summed = try texts(numbers) { try pointer($0, "a pointer in numbers") }
    return $0.indexed(JSONIndexForm(try pointer(rows, "rows"), by: by, numbers: summed))
  }
}

@c @implementation public func kmk_state_count(
  _ state: CHandle!, _ rows: CText!, _ group: CText!, _ value: CJSON!
) -> Int {
  indexed(cursor(state), CStringView(rows), CStringView(group), node(value))?.range.count ?? 0
}

@c @implementation public func kmk_state_totals(
  _ state: CHandle!, _ rows: CText!, _ group: CText!, _ value: CJSON!
) -> CNewJSON! {
  let found = indexed(cursor(state), CStringView(rows), CStringView(group), node(value))
  guard let (rows, range) = found else { return nil }
  return new(rows.totals(range).retained())
}

/// Returns the indexed rows at a pointer, and the ranks of a group among them. Raises an issue if the rows are not
/// indexed.
private func indexed(
  _ state: ManualBox<JSONState>?, _ rows: CStringView?, _ group: CStringView?, _ value: JSONNode?
) -> (rows: JSONListedRows, range: Range<Int>)? {
  guard let state, let rows, value == nil || group != nil else { return nil }
  let by = group.flatMap { state.pointee.pointer($0) }
  guard let place = state.pointee.pointer(rows), by != nil || group == nil,
    let found = state.pointee.indexed(place, by: by)
  else {
    state.pointee.reportMissingIndex(rows.bytes.string, group?.bytes.string)
    return nil
  }
  return (found, value.map(found.range) ?? 0..<found.list.count)
}
