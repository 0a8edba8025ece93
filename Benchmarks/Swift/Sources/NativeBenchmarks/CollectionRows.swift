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
      // The same by a store of the row's own, as a cell of a list holds one.
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
    // Any of 100,000, with a list that is sorted by what changes, has two sums and is observed.
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
