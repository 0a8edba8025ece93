import Foundation

/// How many threads this process has.
func threadCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}

/// How much memory of this process is in use, in bytes.
func residentBytes() -> Int {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
    separator: " ")
  return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
}
