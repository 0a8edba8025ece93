import Kumiki

/// A program drawn from a seed: lanes that run beside each other and use each other's loops, tasks and senders, as
/// safe code may. It is right if it ends, without damage, a trap or a race; what comes of it is not looked at, and
/// misuses are issues on standard error.
public enum Program {
  public static func run(seed: UInt64) async {
    var draws = Draws(seed)
    let board = Board()
    board.keep(.main)
    await withTaskGroup { group in
      for _ in 0..<(2 + draws.below(5)) {
        let (lane, own) = (draws.one(of: Lane.allCases), draws.split())
        group.addTask { await lane.run(board, own) }
      }
    }
    board.clear()
  }
}
