public import CKumiki

internal import KumikiJSON

@c @implementation
public func kmk_cases(_ base: CHandle!, _ count: Int, _ cases: CStructs<kmk_case>!) -> CHandle! {
  ReducerHandle.new("kmk_cases", base) { base in
    base.knowing(JSONCases(try structs(cases, count, "cases", JSONCases.Case.init)))
  }
}
