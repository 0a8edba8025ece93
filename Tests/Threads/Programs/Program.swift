import Kumiki

/// A program generated from a seed: concurrent lanes that use each other's loops, tasks and
/// senders, as safe code may. The program passes if it ends without damage, a trap or a race. Its
/// results are not checked, and misuses are issues on standard error.
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
