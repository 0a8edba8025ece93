import Floor
import Kumiki

// A pointer: a global variable would be checked for exclusive access, and that would be measured.
let told = UnsafeMutablePointer<Int>.allocate(capacity: 1)
told.initialize(to: 0)
let loop = Loop.current
var bench = Bench()

bench.add("floor.counter") { floor_counter($0) }

let counter = opaque(Store(initialState: Counter.State()) { Counter() })
let counterSubscription = counter.subscribe { _ in told.pointee += 1 }
bench.add("counter") { for _ in 0..<$0 { counter.send(.increment) } }

let one = opaque(Store(initialState: Panel.State(child: Counter.State())) { Panel() })
let oneSubscription = one.subscribe { _ in told.pointee += 1 }
bench.add("scope") { for _ in 0..<$0 { one.send(.child(.increment)) } }

let (fiftyDeep, deepest) = Deep.nested(50)
let fifty = opaque(Store(initialState: fiftyDeep) { Deep() })
let fiftySubscription = fifty.subscribe { _ in told.pointee += 1 }
bench.add("scope-50") { for _ in 0..<$0 { fifty.send(deepest) } }

for depth in [1_000, 2_000] {
  let (state, action) = Deep.nested(depth)
  let chain = opaque(Store(initialState: state) { Deep() })
  bench.add("boxed-\(depth)") { for _ in 0..<$0 { chain.send(action) } }
}

let parent = opaque(Store(initialState: Parent.State()) { Parent() })
let parentSubscription = parent.subscribe { _ in told.pointee += 1 }
parent.send(.open)
let presentedIncrement = opaque(Parent.Action.destination(.presented(.increment)))
bench.add("presented") { for _ in 0..<$0 { parent.send(presentedIncrement) } }
// The case is indirect, so that a feature may present itself: making the action allocates.
bench.add("presented-made") {
  for _ in 0..<$0 { parent.send(.destination(.presented(.increment))) }
}

let runtime = opaque(
  Store(initialState: Parent.State(destination: Counter.State())) {
    RuntimePath(slot: opaque(\Parent.State.$destination as WritableKeyPath))
  })
let runtimeSubscription = runtime.subscribe { _ in told.pointee += 1 }
bench.add("presented-runtime") {
  for _ in 0..<$0 { runtime.send(.destination(.presented(.increment))) }
}

let chooser = opaque(
  Store(initialState: Chooser.State(destination: .counter(Counter.State()))) { Chooser() })
let chooserSubscription = chooser.subscribe { _ in told.pointee += 1 }
bench.add("presented-case") {
  for _ in 0..<$0 { chooser.send(.destination(.presented(.counter(.increment)))) }
}

let opener = opaque(Store(initialState: Parent.State()) { Parent() })
let openerSubscription = opener.subscribe { _ in told.pointee += 1 }
bench.add("present-dismiss") {
  for _ in 0..<$0 {
    opener.send(.open)
    opener.send(.destination(.dismiss))
  }
}

let worker = opaque(Store(initialState: Worker.State()) { Worker() })
let workerSubscription = worker.subscribe { _ in told.pointee += 1 }
bench.add("effect-task") {
  for _ in 0..<$0 {
    worker.send(.work)
    try! loop.runUntilIdle(timeoutMilliseconds: 0)
  }
}
bench.add("effect-send") { for _ in 0..<$0 { worker.send(.ask) } }

bench.measure()
