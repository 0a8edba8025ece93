extension AnyHashable {
  /// Creates the engine's id for an effect that a feature named `id`. A string is the same id in features of every
  /// language.
  package init<ID: Hashable>(effectID id: ID) {
    // The type is compared first, because a failing cast is slow.
    if ID.self == String.self, let text = id as? String {
      self.init(ExactText(text))
    } else {
      self.init(id)
    }
  }
}
