import KumikiC

/// Registers the feature for C programs. Returns 0, or a negative `kmk_status` on failure.
@_cdecl("meetings_register")
public func registerMeetings() -> Int32 {
  do {
    try registerFeature("Meetings", initialState: Meetings.State()) { Meetings() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
