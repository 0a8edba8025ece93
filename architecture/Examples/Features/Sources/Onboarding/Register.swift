import KumikiC

/// Registers the features for C programs. Returns 0, or a negative `kmk_status` on failure.
@_cdecl("onboarding_register")
public func registerOnboarding() -> Int32 {
  do {
    let start = Onboarding.State.loggedOut(LoggedOut.State())
    try registerFeature("Onboarding", initialState: start) { Onboarding() }
    try registerFeature("OnboardingByScopes", initialState: start) { OnboardingByScopes() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
