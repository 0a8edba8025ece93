import Sharing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  /// The cost of all orders together.
  public static var spent: Self { Self[.inMemory("spent"), default: 0] }
}
