/// Carries a value to another thread, where the compiler cannot know that no two threads are at it: who
/// sends it off keeps nothing of it, or it is opened on the thread that it came from.
package struct UncheckedSendable<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
