import Testing
import ThreadPrograms

/// Programs drawn from seeds, in their own process; Tests/Threads/run runs many more, under the address and the
/// thread sanitizer.
@Suite struct RandomProgramTests {
  @Test func `V17: random programs of threads, tasks and actors terminate`() async {
    // Their misuses are issues on standard error, which is hidden.
    await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for seed: UInt64 in 0..<48 { await Program.run(seed: seed) }
    }
  }
}
