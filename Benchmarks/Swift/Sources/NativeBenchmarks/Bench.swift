/// Measures rows side by side and prints, for each, `name minimum median` in nanoseconds.
struct Bench {
  private struct Row {
    let name: String
    let run: (_ times: Int) -> Void
    var times = 1
    var samples: [Double] = []
  }

  /// How long one repetition takes, about, and how many there are.
  private let target = 0.01
  private let repetitions = 15
  private let clock = ContinuousClock()
  /// `NAME`: only that row. `NAME TIMES`: runs it so often and prints nothing, for a profiler.
  private let arguments = Array(CommandLine.arguments.dropFirst())
  private var rows: [Row] = []

  /// - Parameter run: does the work so many times.
  mutating func add(_ name: String, _ run: @escaping (_ times: Int) -> Void) {
    guard arguments.isEmpty || arguments[0] == name else { return }
    rows.append(Row(name: name, run: run))
  }

  /// Measures every row once, then every row again: a neighbour on the machine who is loud for a
  /// while disturbs a repetition of each, and the minimum of none.
  mutating func measure() {
    if arguments.count == 2 {
      for row in rows { row.run(Int(arguments[1])!) }
      return
    }
    for index in rows.indices { calibrate(index) }
    for _ in 0..<repetitions {
      for index in rows.indices {
        let seconds = time(rows[index].run, rows[index].times)
        rows[index].samples.append(seconds / Double(rows[index].times) * 1e9)
      }
    }
    for row in rows {
      let sorted = row.samples.sorted()
      print(row.name, sorted[0], sorted[sorted.count / 2])
    }
  }

  private mutating func calibrate(_ index: Int) {
    while true {
      let seconds = time(rows[index].run, rows[index].times)
      if seconds >= target { return }
      let factor = seconds > target / 100 ? target / seconds * 1.2 : 10
      rows[index].times = Int(Double(rows[index].times) * factor) + 1
    }
  }

  private func time(_ run: (Int) -> Void, _ times: Int) -> Double {
    let duration = clock.measure { run(times) }
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// Hides a value's origin from the optimizer: a store in a program comes from somewhere else.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
