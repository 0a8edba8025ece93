import Kumiki

extension Bench {
  mutating func addCollectionRows() {
    let told = told
    for count in [10, 100_000] {
      let id = count / 2
      add("row-of-\(count)") {
        let store = List.store(count)
        let subscription = store.observe({ $0.rows[id: id]?.count }) { _ in told.pointee += 1 }
        return { times in
          for _ in 0..<times { store.send(.rows(.element(id: id, action: .increment))) }
          withExtendedLifetime(subscription) {}
        }
      }
      // The same through the row's own scoped store, as the cell of a list has one.
      add("row-view-of-\(count)") {
        let store = List.store(count)
        let row = store.scope(state: \.rows, action: \.rows, id: id)!
        let subscription = row.observe({ $0.count }) { _ in told.pointee += 1 }
        return { times in
          for _ in 0..<times { row.send(.increment) }
          withExtendedLifetime(subscription) {}
        }
      }
    }
    // Any of 100,000 rows, with an observed list that is sorted by the changing member and has two sums.
    add("row-listed") {
      let store = List.store(100_000)
      let list = store.list(\.rows) {
        $0.sorted(by: [RowSort(\.count)]).summed(\.count).summed(\.id)
      }
      let subscription = list.observe { told.pointee += $0?.count ?? 0 }
      return { times in
        for index in 0..<times {
          let id = index &* 7919 % 100_000
          store.send(.rows(.element(id: id, action: .increment)))
        }
        withExtendedLifetime((list, subscription)) {}
      }
    }
    add("append-remove") {
      let store = List.store(100_000)
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times {
          store.send(.append(100_000))
          store.send(.remove(100_000))
        }
        withExtendedLifetime(subscription) {}
      }
    }
  }
}
