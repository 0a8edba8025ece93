import KumikiC

/// Makes the features known to C programs. Answers 0, or the negative `kmk_status` that tells why not.
@_cdecl("screens_register")
public func registerScreens() -> Int32 {
  do {
    try registerFeature("Stack", initialState: RootState()) { Stack() }
    try registerFeature("Navigation", initialState: RootState()) { Navigation() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
