import KumikiC

/// Registers the features for C. Returns 0 on success.
@_cdecl("mixed_register")
public func registerMixed() -> Int32 {
  do {
    try registerFeature("Form", initialState: Form.State()) { Form() }
    try registerFeature("List", initialState: List.State()) { List() }
    return 0
  } catch {
    return -1
  }
}
