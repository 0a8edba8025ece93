import Floor

/// Measures rows side by side, like the corresponding C program.
///
///     PROGRAM                 measures every row: prints `name minimum median`, in nanoseconds
///     PROGRAM NAME            measures only that row
///     PROGRAM NAME TIMES      runs it TIMES times and prints nothing, for a profiler
///     PROGRAM --allocations   with liballocations.so: prints `name allocations`
@MainActor struct Bench {
  /// Does the work `times` times.
  typealias Run = @MainActor (_ times: Int) -> Void

  private struct Row {
    let name: String
    let prepare: Run
    let run: Run
    var times = 1
    var samples: [Double] = []
  }

  /// The approximate time of a repetition, and their number. They are short and many, because on a
  /// busy machine a short repetition is disturbed less often.
  private let target = 0.002
  private let repetitions = 61
  /// The number of runs before the allocations of a row are counted, and while they are counted.
  private let warmUp = 100
  private let counted = 100
  private let clock = ContinuousClock()
  private let isCounting: Bool
  private let arguments: [String]
  private var rows: [Row] = []

  init() {
    let given = CommandLine.arguments.dropFirst()
    isCounting = given.first == "--allocations"
    arguments = Array(isCounting ? given.dropFirst() : given)
    precondition(!isCounting || allocations_are_counted(), "LD_PRELOAD names no liballocations.so")
  }

  /// - Parameters:
  ///   - setUp: prepares the row, once, and only if the row is measured.
  ///   - prepare: runs before each run, and is not measured.
  mutating func add<Needs>(
    _ name: String, _ setUp: @MainActor () -> Needs,
    prepare: @escaping @MainActor (Needs, _ times: Int) -> Void,
    run: @escaping @MainActor (Needs, _ times: Int) -> Void
  ) {
    guard arguments.isEmpty || arguments[0] == name else { return }
    let needs = setUp()
    rows.append(Row(name: name, prepare: { prepare(needs, $0) }, run: { run(needs, $0) }))
  }

  /// - Parameter setUp: prepares the row, once, and only if the row is measured. Returns the work, a
  ///   function of the number of times.
  mutating func add(_ name: String, _ setUp: @MainActor () -> Run) {
    add(name, setUp, prepare: { _, _ in }, run: { run, times in run(times) })
  }

  /// Measures the rows in turn, repeatedly: other work on the machine then disturbs a few repetitions
  /// of each row, and leaves the minimum alone.
  mutating func measure() {
    if isCounting { return countAllocations() }
    if arguments.count == 2 {
      for row in rows { _ = seconds(row, Int(arguments[1])!) }
      return
    }
    for index in rows.indices { calibrate(index) }
    for _ in 0..<repetitions {
      for index in rows.indices {
        let row = rows[index]
        rows[index].samples.append(seconds(row, row.times) / Double(row.times) * 1e9)
      }
    }
    for row in rows {
      let sorted = row.samples.sorted()
      print(row.name, sorted[0], sorted[sorted.count / 2])
    }
  }

  private func countAllocations() {
    for row in rows {
      _ = seconds(row, warmUp)
      row.prepare(counted)
      let before = allocations()
      row.run(counted)
      print(row.name, Double(allocations() - before) / Double(counted))
    }
  }

  /// The first run is not counted, because it includes one-time initialization.
  private mutating func calibrate(_ index: Int) {
    _ = seconds(rows[index], 1)
    while true {
      let taken = seconds(rows[index], rows[index].times)
      if taken >= target { return }
      let factor = taken > target / 100 ? target / taken * 1.2 : 10
      rows[index].times = Int(Double(rows[index].times) * factor) + 1
    }
  }

  private func seconds(_ row: Row, _ times: Int) -> Double {
    row.prepare(times)
    let duration = clock.measure { row.run(times) }
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// Hides a value's origin from the optimizer: a store in a program comes from somewhere else.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
