internal import CKumiki
internal import CKumikiRuntime

/// Notices a second engine in the process.
///
/// Two libraries that each contain the engine (libkumiki and a team's own, say) would each have their
/// own loops, registry and runtime hooks, and a handle of one given to the other would be misread.
enum EngineCheck {
  static func requireSole() throws {
    let other = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer -> String? in
      guard kumiki_runtime_find_other_engine(buffer.baseAddress, buffer.count) != 0 else {
        return nil
      }
      return String(cString: buffer.baseAddress!)
    }
    if let other {
      throw Failure.invalid(
        "a second engine is loaded in this process: \(other). Link one of them alone")
    }
  }
}
