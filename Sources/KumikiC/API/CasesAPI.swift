public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation
public func kmk_cases(_ base: CHandle!, _ count: Int, _ cases: CStructs<kmk_case>!) -> CHandle! {
  ReducerHandle.new(base) { base in
    base.knowing(try JSONCases(structs(cases, count, "cases", JSONCases.Case.init)))
  }
}

@c @implementation public func kmk_handlers(
  _ count: Int, _ handlers: CStructs<kmk_handler>!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return ReducerHandle.new {
    let handlers = try structs(handlers, count, "handlers", CHandler.init)
    let cases = try JSONCases(distinct: handlers.map(\.known))
    let answers = CHandlers(cases: cases, handlers: handlers, userData: userData)
    return JSONReducer(of: [], running: AnyReducer(answers)).knowing(cases)
  }
}

@c @implementation public func kmk_alert(
  _ state_case: CText!, _ count: Int, _ buttons: CStructs<CText?>!
) -> CHandle! {
  ReducerHandle.new {
    let buttons = try structs(buttons, count, "buttons") {
      try JSONCases.Case(text($0, "a button"), nil)
    }
    return try .alert(try singleCase(state_case), try JSONCases(buttons))
  }
}
