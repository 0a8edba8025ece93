import KumikiC

/// Registers the team's features for C. Returns 0 on success.
@_cdecl("team_register")
public func team_register() -> Int32 {
  do {
    try registerFeature("Bag", initialState: Bag.State()) { Bag() }
    try registerFeature("Board", initialState: Board.State()) { Board() }
    try registerFeature("Concurrency", initialState: Concurrency.State()) { Concurrency() }
    try registerFeature("Drafts", initialState: Drafts.State()) { Drafts() }
    try registerFeature("Profile", initialState: Profile.State()) { Profile() }
    try registerFeature("Sheet", initialState: Sheet.State(note: "")) { Sheet() }
    try registerFeature("Pin", initialState: Pin.State(id: 0)) { Pin() }
    try registerFeature("Search", initialState: Search.State()) { Search() }
    try registerFeature("Ledger", initialState: Ledger.State()) { Ledger() }
    try registerFeature("Maze", initialState: Maze.State()) { Maze() }
    try registerFeature("Pile", initialState: Pile.State()) { Pile() }
    try registerFeature("Shelf", initialState: Shelf.State()) { try Shelf() }
    return 0
  } catch {
    return -1
  }
}
