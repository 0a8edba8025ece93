extension AnyHashable {
  /// The id under which the engine keeps an effect that a feature named `id`: a text is the same id whichever
  /// language the feature is written in.
  package init<ID: Hashable>(effectID id: ID) {
    // The type is compared first, since a failing cast is slow.
    if ID.self == String.self, let text = id as? String {
      self.init(ExactText(text))
    } else {
      self.init(id)
    }
  }
}
