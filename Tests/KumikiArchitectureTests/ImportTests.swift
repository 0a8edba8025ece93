import KumikiArchitecture
import KumikiTesting
import Testing

@Suite struct ImportTests {
  @Test func oneImportHasTheEngine() {
    _ = Store<Int, Never>.self
  }
}
