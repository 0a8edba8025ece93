/// The error of an effect that the engine itself ends as failed: a request, or an effect that takes too long.
package struct EffectFailed: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
