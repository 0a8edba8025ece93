internal import CKumikiCalls

/// Detects a second engine in the process.
///
/// Two libraries that each contain the engine (for example libkumiki and a team's own library) would have separate
/// loops, registries and runtime hooks, and each would misread the other's handles.
enum SoleEngine {
  static func require() throws {
    let other = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) {
      buffer -> String? in
      guard unsafe kumiki_runtime_find_other_engine(buffer.baseAddress, buffer.count) != 0 else {
        return nil
      }
      return unsafe String(cString: buffer.baseAddress!)
    }
    if let other {
      throw Failure.invalid(
        "a second engine is loaded in this process: \(other). Link one of them alone")
    }
  }
}
