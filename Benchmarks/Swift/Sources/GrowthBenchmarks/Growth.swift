import Glibc

/// Measures operations in worlds of many sizes, and prints for each
/// `name size minimum median repetitions`, in nanoseconds.
struct Growth {
  /// One operation in a world. Does the work `times` times, and leaves the world at the same size.
  struct Operation {
    let name: String
    let run: (_ times: Int) -> Void

    init(_ name: String, _ run: @escaping (_ times: Int) -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// The surroundings of operations. The operations are freed before the content.
  struct World {
    let held: Any
    let operations: [Operation]

    init(holding held: Any = (), _ operations: [Operation]) {
      self.held = held
      self.operations = operations
    }
  }

  /// In nanoseconds: the time of a repetition, unless one operation takes longer; and the time of a
  /// world after which no larger world is made.
  private let target = 1e6
  private let limit = 5e9
  private let most = 25
  /// `PREFIX`: only series with this prefix. `NAME SIZE TIMES`: one operation, for a profiler.
  private let arguments = Array(CommandLine.arguments.dropFirst())

  private func isWanted(_ name: String) -> Bool {
    arguments.isEmpty || (arguments.count < 3 ? name.hasPrefix(arguments[0]) : name == arguments[0])
  }

  /// The number of repetitions: few for a slow operation, one for a very slow operation.
  private func repetitions(_ taken: Double) -> Int {
    taken < 1e7 ? most : taken < 1e8 ? 9 : taken < 3e9 ? 3 : 1
  }

  /// The sizes from `least` to `most`, each ten times the previous one.
  private func sizes(_ sizes: ClosedRange<Int>) -> [Int] {
    if arguments.count > 2 { return [Int(arguments[1])!] }
    return Array(sequence(first: sizes.lowerBound) { $0 * 10 }.prefix { $0 <= sizes.upperBound })
  }

  /// Measures the operations of the world that `make` returns for each size.
  ///
  /// - Parameter names: the names of all operations, so that no world is made unnecessarily.
  func worlds(_ range: ClosedRange<Int>, _ names: [String], _ make: (_ size: Int) -> World) {
    guard names.contains(where: isWanted) else { return }
    for size in sizes(range) {
      var measuring = 0.0
      let whole = time { measuring = time(in: make(size), size) }
      if whole - measuring > limit { return }
    }
  }

  /// Measures a world, and returns the time that this took.
  private func time(in world: World, _ size: Int) -> Double {
    let operations = world.operations.filter { isWanted($0.name) }
    return time {
      withExtendedLifetime(world.held) {
        if arguments.count > 2 {
          for operation in operations { operation.run(Int(arguments[2])!) }
        } else {
          measure(operations, size)
        }
      }
    }
  }

  /// Runs all operations in turn, repeatedly: other work on the machine then disturbs a few
  /// repetitions of each.
  private func measure(_ operations: [Operation], _ size: Int) {
    let plans = operations.map(calibrate)
    var samples = operations.map { _ in [Double]() }
    for round in 0..<most {
      for (index, (times, rounds)) in plans.enumerated() where round < rounds {
        samples[index].append(time { operations[index].run(times) } / Double(times))
      }
    }
    for (operation, samples) in zip(operations, samples) { show(operation.name, size, samples) }
  }

  /// The number of operations in a repetition, and the number of repetitions. The first run does not
  /// count: it may include work that is done once for a world of that size.
  private func calibrate(_ operation: Operation) -> (times: Int, rounds: Int) {
    var taken = time { operation.run(1) }
    var times = 1
    if taken > limit / 2 { return (1, repetitions(taken)) }
    while true {
      taken = time { operation.run(times) }
      if taken >= target { return (times, repetitions(taken)) }
      times = Int(Double(times) * (taken > target / 100 ? target / taken * 1.2 : 10)) + 1
    }
  }

  /// Measures objects that are made again for each sample. A sample has a value for each name; for
  /// small sizes it is the mean of several.
  func batches(
    _ range: ClosedRange<Int>, _ names: [String],
    _ sample: @escaping (_ size: Int) -> [Double]
  ) {
    guard arguments.count < 3, names.contains(where: isWanted) else { return }
    for size in sizes(range) {
      let times = size < 1000 ? 1000 / size : 1
      let mean = { () -> [Double] in
        var sums = names.map { _ in 0.0 }
        for _ in 0..<times {
          for (index, value) in sample(size).enumerated() { sums[index] += value }
        }
        return sums.map { $0 / Double(times) }
      }
      let taken = time { _ = mean() }
      let rounds = repetitions(taken)
      let samples = (0..<rounds).map { _ in mean() }
      for (index, name) in names.enumerated() where isWanted(name) {
        show(name, size, samples.map { $0[index] })
      }
      if taken > limit { return }
    }
  }

  private func show(_ name: String, _ size: Int, _ samples: [Double]) {
    let sorted = samples.sorted()
    print(name, size, sorted[0], sorted[sorted.count / 2], sorted.count)
    fflush(nil)
  }

  private func time(_ body: () -> Void) -> Double {
    let start = now()
    body()
    return now() - start
  }
}

/// Nanoseconds on a clock that only goes forward.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Hides a value's origin from the optimizer: a store in a program comes from somewhere else.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
