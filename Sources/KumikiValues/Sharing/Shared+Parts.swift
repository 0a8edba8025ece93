// Parts of shared values, which are shared values themselves.

extension Shared {
  /// The value of a shared optional; nil if it has none.
  ///
  /// If the optional becomes nil, the result keeps its last value, and writes to it reach nobody else.
  public init?(_ base: Shared<Value?>) {
    guard let unwrapped = SharedUnwrapped(base.link.box) else { return nil }
    self.init(box: unwrapped)
  }
}

extension SharedReadable {
  /// A read-only value that a function computes from this one. The function is called at each read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(box: SharedMapped(of: _reader.link.box, body))
  }
}

extension SharedReader {
  /// The value of a shared optional; nil if it has none.
  public init?(_ base: SharedReader<Value?>) {
    guard let unwrapped = SharedUnwrapped(base.link.box) else { return nil }
    self.init(box: unwrapped)
  }

  /// The value of a shared optional; nil if it has none.
  public init?(_ base: Shared<Value?>) { self.init(base._reader) }
}

extension RangeReplaceableCollection {
  /// The rows of a shared array, each as a shared value of its own.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(_ shared: Shared<IdentifiedArray<ID, Row>>) where Element == Shared<Row> {
    let ids = shared.wrappedValue.ids
    self.init(ids.lazy.compactMap { Shared(shared[dynamicMember: \.[id: $0]]) })
  }

  /// The rows of a shared array, each as a shared value of its own.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(
    _ shared: SharedReader<IdentifiedArray<ID, Row>>
  ) where Element == SharedReader<Row> {
    let ids = shared.wrappedValue.ids
    self.init(ids.lazy.compactMap { SharedReader(shared[dynamicMember: \.[id: $0]]) })
  }

  /// The elements of a shared array, each as a shared value of its own, by their position.
  ///
  /// - Complexity: O(*n*).
  public init<Member>(_ shared: Shared<[Member]>) where Element == Shared<Member> {
    let indices = shared.wrappedValue.indices
    self.init(indices.lazy.compactMap { Shared(shared[dynamicMember: \.[existing: $0]]) })
  }
}

extension Array {
  /// The element at an index. If there is none it is nil, and a write does nothing.
  fileprivate subscript(existing index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      if let newValue, indices.contains(index) { self[index] = newValue }
    }
  }
}
