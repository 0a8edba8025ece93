import Kumiki

/// The steps of a lane that do not wait, on any thread.
extension Stores {
  func step(_ board: Board, _ draws: inout Draws) {
    let draw = draws.below(1000)
    switch draws.below(12) {
    case 0: make(on: .current)
    case 1:
      guard let loop = try? Loop(draws.below(3) == 0 ? .virtual : .live) else { return }
      board.keep(loop)
      make(on: loop)
    case 2: make(on: board.loop(draw) ?? .main)
    case 3, 4: if let loop = board.loop(draw) { use(loop, board, &draws) }
    case 5: if let task = board.task(draw) { use(task, board, &draws) }
    case 6: share(board, &draws)
    default: use(&draws)
    }
  }

  private func use(_ loop: Loop, _ board: Board, _ draws: inout Draws) {
    switch draws.below(14) {
    case 0: loop.post { board.noteSent() }
    case 1: loop.postOutside { board.noteSent() }
    case 2: loop.wakeup()
    case 3: loop.close()
    case 4: _ = try? loop.dispatch(timeoutMilliseconds: 0)
    case 5: try? loop.runUntilIdle(timeoutMilliseconds: 0)
    case 6: try? loop.advance(by: 1000)
    case 7:
      _ = (loop.isIdle, loop.isClosed, loop.fileDescriptor, loop.timeoutMilliseconds, loop.now)
    case 8: (loop.burstLimit, loop.effectLimit) = (1000 + loop.burstLimit % 9, 1000)
    case 9: loop.onIssue = { _ in board.noteSent() }
    case 10: loop.interrupt = { false }
    case 11: (loop.turnBudget, loop.stateValueLimit) = (TurnBudget(jobs: 8), loop.actionValueLimit)
    case 12: try? loop.finish(timeoutMilliseconds: 0)
    default: board.forgetLoop(draws.below(1000))
    }
  }

  private func use(_ task: StoreTask, _ board: Board, _ draws: inout Draws) {
    switch draws.below(4) {
    case 0: _ = (task.isFinished, task.isCancelled)
    case 1: task.cancel()
    case 2: board.forgetTask(draws.below(1000))
    default: board.forgetSender(draws.below(1000))
    }
  }

  private func share(_ board: Board, _ draws: inout Draws) {
    board.shared.withLock { $0 &+= 1 }
    if draws.below(2) == 0 {
      keep(
        board.shared.observe(on: board.loop(draws.below(1000)) ?? .current) { _ in board.noteSent()
        })
    }
  }
}

/// Starts waiting work. The lane does not wait for it: the work may depend on a loop that no thread
/// runs any more.
func begin(_ board: Board, _ draws: inout Draws) {
  let draw = draws.below(1000)
  switch draws.below(10) {
  case 6: Task { await MainStores.make(board) }
  case 7:
    guard let store = board.store(draw) else { return }
    Task.detached { await MainStores.use(store, board, draw) }
  case 8: board.store(draw)?.post(.add(1))
  case 9: board.forgetStore(draw)
  case 0: if let task = board.task(draw) { Task { await task.finish() } }
  case 1: if let send = board.sender(draw) { Task { await send(.sent(draw)) } }
  case 2:
    guard let loop = board.loop(draw) else { return }
    Task.detached { try? await LoopClock(loop: loop).sleep(for: .nanoseconds(draw)) }.cancel()
  case 3:
    guard let loop = board.loop(draw) else { return }
    Task(executorPreference: loop) { await board.counter.count() }
  case 4:
    guard let task = board.task(draw) else { return }
    Task.detached { await task.finish() }.cancel()
  default:
    Task { await withTaskCancellation(id: draw % 4) { await board.counter.count() } }
    Task.cancel(id: draw % 4)
  }
}
