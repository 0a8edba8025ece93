import KumikiC

/// Makes the team's features known to C. 0 where all went well.
@_cdecl("team_register")
public func team_register() -> Int32 {
  do {
    try registerFeature("Board", initialState: Board.State()) { Board() }
    try registerFeature("Concurrency", initialState: Concurrency.State()) { Concurrency() }
    try registerFeature("Profile", initialState: Profile.State()) { Profile() }
    return 0
  } catch {
    return -1
  }
}
