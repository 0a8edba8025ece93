public import CKumiki

internal import KumikiJSON

@c @implementation
public func kmk_cases(_ base: CHandle!, _ count: Int, _ cases: CStructs<kmk_case>!) -> CHandle! {
  ReducerHandle.new("kmk_cases", base) { base in
    base.knowing(
      JSONCases(
        try structs(cases, count, "cases") { known in
          try JSONCases.Case(
            text(known.name, "a case's name"),
            known.payload == nil ? nil : text(known.payload, "a case's payload"))
        }))
  }
}
