import Dispatch
import Foundation
import Kumiki

/// The ways to run code concurrently.
enum Lane: CaseIterable, Sendable {
  case task, mainActor, ownActor, group, thread, servedThread, queue, mainQueue, handedOver

  private static let length = 24

  func run(_ board: Board, _ draws: Draws) async {
    switch self {
    case .task: await Task.detached { await Self.steps(board, draws) }.value
    case .mainActor: await Self.mainSteps(board, draws)
    case .ownActor: await Walker(board).walk(draws, Self.length)
    case .group: await Self.group(board, draws)
    case .thread: await Self.onThread { Self.sync(board, draws) }
    case .servedThread:
      await Self.onThread { try? Loop.run { await Self.steps(board, draws) } }
    case .queue: await Self.onQueue(.global()) { Self.sync(board, draws) }
    case .mainQueue: await Self.onQueue(.main) { Self.sync(board, draws) }
    case .handedOver: await Self.handOver(board, draws)
    }
  }

  /// Steps without a wait, and at the end some iterations of the thread's loop, or none.
  private static func sync(_ board: Board, _ draws: Draws) {
    var draws = draws
    let stores = Stores(board)
    for _ in 0..<length { stores.step(board, &draws) }
    if draws.below(2) == 0 { try? Loop.current.runUntilIdle(timeoutMilliseconds: 0) }
    for _ in 0..<length { stores.step(board, &draws) }
  }

  private nonisolated(nonsending) static func steps(_ board: Board, _ draws: Draws) async {
    var draws = draws
    let stores = Stores(board)
    for _ in 0..<length {
      stores.step(board, &draws)
      begin(board, &draws)
      if draws.below(4) == 0 { await Task.yield() }
      if draws.below(8) == 0 { await board.counter.count() }
    }
  }

  @MainActor private static func mainSteps(_ board: Board, _ draws: Draws) async {
    await steps(board, draws)
  }

  private static func group(_ board: Board, _ draws: Draws) async {
    var draws = draws
    await withTaskGroup { group in
      for _ in 0..<3 {
        let own = draws.split()
        group.addTask { await steps(board, own) }
      }
    }
  }

  /// Stores that one thread creates and uses, and another thread uses after it.
  private static func handOver(_ board: Board, _ draws: Draws) async {
    var draws = draws
    let stores = Stores(board)
    stores.make(on: .main)
    let own = draws.split()
    await Task.detached {
      var draws = own
      for _ in 0..<length { stores.use(&draws) }
      await Task.yield()
      for _ in 0..<length { stores.use(&draws) }
    }.value
  }

  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }

  private static func onQueue(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) async
  {
    await withCheckedContinuation { continuation in
      queue.async {
        body()
        continuation.resume()
      }
    }
  }
}

/// An actor with its own stores.
private actor Walker {
  private let board: Board
  private let stores: Stores

  init(_ board: Board) {
    self.board = board
    stores = Stores(board)
  }

  func walk(_ draws: Draws, _ length: Int) async {
    var draws = draws
    for _ in 0..<length {
      stores.step(board, &draws)
      begin(board, &draws)
      if draws.below(4) == 0 { await Task.yield() }
    }
  }
}
