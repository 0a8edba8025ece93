import KumikiC

/// Registers the feature for C programs. Returns 0, or a negative `kmk_status` on failure.
@_cdecl("recursion_register")
public func registerRecursion() -> Int32 {
  do {
    try registerFeature("Aaa", initialState: Aaa.State()) { Aaa() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
