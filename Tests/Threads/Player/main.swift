// ThreadProgramsPlayer FIRST COUNT: runs the programs of COUNT seeds, 64 at a time. With a sanitizer it
// ends at the first report (Tests/Threads/run).
//
// Now and then it pauses for more than five seconds, until the runtime's idle threads have ended: this releases the
// objects that a program left to these threads.
import ThreadPrograms

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 2 else { fatalError("usage: ThreadProgramsPlayer FIRST COUNT") }
let end = numbers[0] + numbers[1]
for first in stride(from: numbers[0], to: end, by: 64) {
  print("seeds \(first)…")
  await withTaskGroup { group in
    for seed in first..<min(first + 64, end) { group.addTask { await Program.run(seed: seed) } }
  }
  if first % 256 == 192 || first + 64 >= end { try await Task.sleep(for: .seconds(6)) }
}
