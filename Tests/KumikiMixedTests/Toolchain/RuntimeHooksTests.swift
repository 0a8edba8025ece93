import CKumiki
import Kumiki
import KumikiC
import Testing

/// The runtime's hooks, which the C library sets for the whole process: so each test is a process.
@Suite struct RuntimeHooksTests {
  @Test func `N72: the hooks that the C library sets are called as expected`() async {
    await #expect(processExitsWith: .success) {
      GlobalJobs.takeOverRuntime()
      #expect(RuntimeHooks.findFailures() == [])
      #expect(Assumption.refusal == nil)
    }
  }

  @Test func `N70: a hook that does not get its job is noticed`() async {
    await #expect(processExitsWith: .success) {
      GlobalJobs.takeOverRuntime()
      RuntimeHooks.isSerial = true
      #expect(RuntimeHooks.findFailures() == [.hooks])
      RuntimeHooks.isSerial = false
      #expect(RuntimeHooks.findFailures() == [])
    }
  }

  @Test func `N70: C gets no loop, and the message as an error`() async {
    await #expect(processExitsWith: .success) {
      for broken in Assumption.allCases {
        Assumption.$broken.withValue([broken]) {
          var error = kmk_error()
          let loop = kmk_loop_new_virtual(&error)
          #expect((loop == nil) == broken.refusesAlone)
          kmk_loop_free(loop)
          guard broken.refusesAlone else { return }
          #expect(error.status == KMK_ERR_INVALID_ARGUMENT)
          #expect(text(of: error).hasSuffix("it differs in \(broken.rawValue)"))
        }
      }
    }
  }
}

extension Assumption {
  fileprivate var refusesAlone: Bool {
    Assumption.$broken.withValue([self]) { Assumption.refusal != nil }
  }
}

private func text(of error: kmk_error) -> String {
  withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
