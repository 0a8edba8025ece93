import Sharing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  /// What all orders together have cost.
  public static var spent: Self { Self[.inMemory("spent"), default: 0] }
}
