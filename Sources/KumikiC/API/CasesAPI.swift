public import CKumiki

internal import KumikiJSON

@_cdecl("kmk_cases") @implementation
public func kmk_cases(
  _ base: OpaquePointer!, _ count: Int, _ cases: UnsafePointer<kmk_case>!
) -> OpaquePointer! {
  let base = Result { try ReducerHandle.consume(base, "base") }
  return ReducerHandle.new("kmk_cases") {
    if cases == nil, count > 0 { throw Failure.isNull("cases") }
    let known = try (0..<count).map { index in
      try JSONCases.Case(
        text(cases[index].name, "a case's name"),
        cases[index].payload.map { try text($0, "a case's payload") })
    }
    return try base.get().knowing(JSONCases(known))
  }
}
