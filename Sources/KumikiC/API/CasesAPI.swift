public import CKumiki

internal import KumikiJSON

@_cdecl("kmk_cases") @implementation
public func kmk_cases(
  _ base: OpaquePointer!, _ count: Int, _ cases: UnsafePointer<kmk_case>!
) -> OpaquePointer! {
  let base = ReducerHandle.part(base, "base")
  return ReducerHandle.new("kmk_cases", of: base) {
    let known = try members(cases, count, "cases").map { known in
      try JSONCases.Case(
        text(known.name, "a case's name"), known.payload.map { try text($0, "a case's payload") })
    }
    return try base.get().knowing(JSONCases(known))
  }
}
