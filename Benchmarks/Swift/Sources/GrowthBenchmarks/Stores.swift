import HeapBytes
import Kumiki

/// The cost of one of `size` objects: to make it, to free it, and its bytes.
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
  return [filled - start, end - full, bytes].map { $0 / Double(size) }
}

private func makeStores(_ size: Int) -> [Double] {
  sample(size) { _ in opaque(LoopStore(initialState: Row.State(id: 0), loop: .current) { Row() }) }
}

private func makeViews(_ size: Int) -> [Double] {
  let store = opaque(
    LoopStore(initialState: List.State(rows: size), loop: .current) { List(size: size) })
  return sample(size) { store.scope(state: \.rows, action: \.rows, id: $0)! }
}

func measureStores(_ growth: Growth) {
  // For few objects the bytes are unknown: malloc also counts blocks that it keeps for reuse.
  growth.batches(1...100_000, ["stores.make", "stores.free"]) { Array(makeStores($0)[..<2]) }
  growth.batches(1_000...100_000, ["stores.bytes"]) { [makeStores($0)[2]] }
  growth.batches(1...100_000, ["views.make", "views.free"]) { Array(makeViews($0)[..<2]) }
  growth.batches(1_000...100_000, ["views.bytes"]) { [makeViews($0)[2]] }
  growth.worlds(1...100_000, ["stores.send"]) { size in
    let stores = (0..<size).map {
      opaque(LoopStore(initialState: Row.State(id: $0), loop: .current) { Row() })
    }
    let one = stores[size / 2]
    return Growth.World(
      holding: stores,
      [
        Growth.Operation("stores.send") { for _ in 0..<$0 { one.send(.increment) } }
      ])
  }
}
