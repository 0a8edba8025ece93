extension AnyHashable {
  /// The engine's id for an effect that a feature named `id`. A text is the same id in features of every
  /// language.
  package init<ID: Hashable>(effectID id: ID) {
    // The type is compared first, since a failing cast is slow.
    if ID.self == String.self, let text = id as? String {
      self.init(ExactText(text))
    } else {
      self.init(id)
    }
  }
}
