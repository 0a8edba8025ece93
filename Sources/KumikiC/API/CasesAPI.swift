public import CKumiki

internal import KumikiJSON

@c @implementation
public func kmk_cases(_ base: CHandle!, _ count: Int, _ cases: CStructs<kmk_case>!) -> CHandle! {
  ReducerHandle.new("kmk_cases", base) { base in
    base.knowing(JSONCases(try structs(cases, count, "cases", JSONCases.Case.init)))
  }
}

@c @implementation public func kmk_alert(
  _ state_case: CText!, _ count: Int, _ buttons: CStructs<CText?>!
) -> CHandle! {
  ReducerHandle.new("kmk_alert") {
    let buttons = try structs(buttons, count, "buttons") {
      try JSONCases.Case(text($0, "a button"), nil)
    }
    return try .alert(try singleCase(state_case), JSONCases(buttons))
  }
}
