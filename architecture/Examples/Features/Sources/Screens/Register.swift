import KumikiC

/// Registers the features for C programs. Returns 0, or a negative `kmk_status` on failure.
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
