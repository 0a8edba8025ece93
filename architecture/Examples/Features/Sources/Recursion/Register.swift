import KumikiC

/// Makes the feature known to C programs. Answers 0, or the negative `kmk_status` that tells why not.
@_cdecl("recursion_register")
public func registerRecursion() -> Int32 {
  do {
    try registerFeature("Aaa", initialState: Aaa.State()) { Aaa() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
