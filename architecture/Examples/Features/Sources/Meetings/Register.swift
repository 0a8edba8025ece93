import KumikiC

/// Makes the feature known to C programs. Answers 0, or the negative `kmk_status` that tells why not.
@_cdecl("meetings_register")
public func registerMeetings() -> Int32 {
  do {
    try registerFeature("Meetings", initialState: Meetings.State()) { Meetings() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
