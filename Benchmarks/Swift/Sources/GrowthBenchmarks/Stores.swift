import HeapBytes
import Kumiki

/// What one of so many took: to be made, in bytes, and to be let go of.
private func sample<Made>(_ size: Int, _ make: (Int) -> Made) -> [Double] {
  var made: [Made] = []
  made.reserveCapacity(size)
  let before = heap_bytes()
  let start = now()
  for index in 0..<size { made.append(make(index)) }
  let filled = now()
  let after = heap_bytes()
  let full = now()
  made.removeAll(keepingCapacity: true)
  let end = now()
  let bytes = Double(after) - Double(before)
  return [filled - start, bytes, end - full].map { $0 / Double(size) }
}

func measureStores(_ growth: Growth) {
  growth.batches(1...100_000, ["stores.make", "stores.bytes", "stores.free"]) { size in
    sample(size) { _ in opaque(Store(initialState: Row.State(id: 0)) { Row() }) }
  }
  growth.worlds(1...100_000, ["stores.send"]) { size in
    let stores = (0..<size).map { opaque(Store(initialState: Row.State(id: $0)) { Row() }) }
    let one = stores[size / 2]
    return Growth.World(holding: stores, [
      Growth.Operation("stores.send") { for _ in 0..<$0 { one.send(.increment) } }
    ])
  }
  growth.batches(1...100_000, ["views.make", "views.bytes", "views.free"]) { size in
    let store = opaque(Store(initialState: List.State(rows: size)) { List(size: size) })
    return sample(size) { store.scope(state: \.rows, action: \.rows, id: $0)! }
  }
}
