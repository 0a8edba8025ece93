// Parts of shared values, which are shared values themselves.

extension Shared {
  /// Shares the value of a shared optional; nil if the optional is nil.
  ///
  /// If the optional becomes nil later, the result keeps its last value, and writes to the result change nothing else.
  public init?(_ base: Shared<Value?>) {
    guard let unwrapped = SharedUnwrapped(base.link.box) else { return nil }
    self.init(box: unwrapped)
  }
}

extension SharedReadable {
  /// Returns a read-only value that a function computes from this one. The function is called at each read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(box: SharedMapped(of: _reader.link.box, body))
  }
}

extension SharedReader {
  /// Reads the value of a shared optional; nil if the optional is nil.
  public init?(_ base: SharedReader<Value?>) {
    guard let unwrapped = SharedUnwrapped(base.link.box) else { return nil }
    self.init(box: unwrapped)
  }

  /// Reads the value of a shared optional; nil if the optional is nil.
  public init?(_ base: Shared<Value?>) { self.init(base._reader) }
}

extension RangeReplaceableCollection {
  /// Makes a shared value of each row of a shared array.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(_ shared: Shared<IdentifiedArray<ID, Row>>) where Element == Shared<Row> {
    let ids = shared.wrappedValue.ids
    self.init(ids.lazy.compactMap { Shared(shared[dynamicMember: \.[id: $0]]) })
  }

  /// Makes a shared value of each row of a shared array.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(
    _ shared: SharedReader<IdentifiedArray<ID, Row>>
  ) where Element == SharedReader<Row> {
    let ids = shared.wrappedValue.ids
    self.init(ids.lazy.compactMap { SharedReader(shared[dynamicMember: \.[id: $0]]) })
  }

  /// Makes a shared value of each element of a shared array, by position.
  ///
  /// - Complexity: O(*n*).
  public init<Member>(_ shared: Shared<[Member]>) where Element == Shared<Member> {
    let indices = shared.wrappedValue.indices
    self.init(indices.lazy.compactMap { Shared(shared[dynamicMember: \.[existing: $0]]) })
  }
}

extension Array {
  /// The element at an index; nil if there is none. A write to a missing element does nothing.
  fileprivate subscript(existing index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      if let newValue, indices.contains(index) { self[index] = newValue }
    }
  }
}
