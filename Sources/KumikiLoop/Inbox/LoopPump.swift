/// Makes a loop run if no thread runs it.
protocol LoopPump: AnyObject, Sendable {
  /// Called when something is due, on any thread.
  func call()
  /// Called on the owner thread when the due work, or the time of the next timer, has changed.
  func update(hasWork: Bool, nextTimer: UInt64?)
}

/// Fires at a time of the system's clock.
///
/// It keeps only one time, the earliest. When it has fired, later times must be set again.
final class Alarm: Sendable {
  private struct Setting {
    let deadline: UInt64
    let task: Task<Void, Never>
  }

  private let setting = Guarded<Setting?>(nil)
  private let goesOff: @Sendable () async -> Void

  init(_ goesOff: @escaping @Sendable () async -> Void) { self.goesOff = goesOff }

  func set(to deadline: UInt64) {
    setting.withLock { setting in
      if let known = setting {
        if known.deadline <= deadline { return }
        known.task.cancel()
      }
      let now = System.monotonic
      setting = Setting(deadline: deadline, task: wait(deadline > now ? deadline - now : 0))
    }
  }

  func stop() {
    setting.withLock { exchange(&$0, with: nil) }?.task.cancel()
  }

  private func wait(_ nanoseconds: UInt64) -> Task<Void, Never> {
    Task.detached { [self] in
      // Not a clock that stops while the machine is suspended: a date may come during that time.
      let length = Duration.nanoseconds(Int64(clamping: nanoseconds))
      do { try await Task.sleep(for: length, clock: .continuous) } catch { return }
      // A cancelled task was replaced by an earlier time.
      if Task.isCancelled { return }
      setting.withLock { $0 = nil }
      await goesOff()
    }
  }
}

/// Calls the functions that run an ownerless loop: the loop of a test's stores, while the test waits for something
/// else.
final class TestPump: LoopPump {
  private typealias Bells = Guarded<[UInt64: @Sendable () -> Void]>

  private let bells: Bells
  private let alarm: Alarm
  private let lastBell = Guarded<UInt64>(0)
  /// Held while the loop runs. Nested calls hold it again.
  let turn = GuardLock(isRecursive: true)

  init() {
    let bells = Bells([:])
    self.bells = bells
    alarm = Alarm { Self.ring(bells) }
  }

  deinit {
    alarm.stop()
    turn.destroy()
  }

  private static func ring(_ bells: Bells) {
    for bell in bells.withLock({ Array($0.values) }) { bell() }
  }

  func add(_ bell: @escaping @Sendable () -> Void) -> UInt64 {
    let number = lastBell.withLock {
      $0 += 1
      return $0
    }
    bells.withLock { $0[number] = bell }
    return number
  }

  func remove(_ number: UInt64) { _ = bells.withLock { $0.removeValue(forKey: number) } }

  /// Called when the loop has closed.
  func stop() {
    alarm.stop()
    bells.withLock { $0.removeAll() }
  }

  func call() { Self.ring(bells) }

  func update(hasWork: Bool, nextTimer: UInt64?) {
    if hasWork { call() }
    if let nextTimer { alarm.set(to: nextTimer) } else { alarm.stop() }
  }
}
