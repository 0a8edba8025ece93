// The same work with redux. Reducers write a new state as object literals.
import { createStore, applyMiddleware } from 'redux'

import { benchMain } from './bench.mjs'

const rowCount = 100_000
const gaugeCount = 100

function counter(state = { count: 0, name: 'counter' }, action) {
  return action.type === 'increment' ? { count: state.count + 1, name: state.name } : state
}

function parent(state = { child: counter(undefined, {}) }, action) {
  switch (action.type) {
    case 'open': return { child: counter(undefined, {}) }
    case 'dismiss': return { child: null }
    default: return { child: state.child && counter(state.child, action) }
  }
}

function changed(array, index, element) {
  const copy = array.slice()
  copy[index] = element
  return copy
}

function list(state, action) {
  if (action.type !== 'increment') return state
  const row = state.rows[action.index]
  return { rows: changed(state.rows, action.index, { id: row.id, count: row.count + 1 }) }
}

function gauges(state, action) {
  if (action.type !== 'increment') return state
  return { gauges: changed(state.gauges, action.index, state.gauges[action.index] + 1) }
}

// A thunk: the usual middleware for effects in redux.
const effects = (store) => (next) => (action) =>
  typeof action === 'function' ? action(store.dispatch) : next(action)

let told = 0

function observe(store, select) {
  let seen = select(store.getState())
  store.subscribe(() => {
    const now = select(store.getState())
    if (now !== seen) {
      seen = now
      told++
    }
  })
}

function observed(reducer, initial, enhancer) {
  const store = createStore(reducer, initial, enhancer)
  store.subscribe(() => { told++ })
  return store
}

const increment = { type: 'increment' }

const rows = {
  counter() {
    const store = observed(counter)
    return () => store.dispatch(increment)
  },
  row() {
    const rows = Array.from({ length: rowCount }, (_, id) => ({ id, count: 0 }))
    const store = createStore(list, { rows })
    observe(store, (state) => state.rows[rowCount / 2].count)
    const action = { type: 'increment', index: rowCount / 2 }
    return () => store.dispatch(action)
  },
  presented() {
    const store = observed(parent)
    return () => store.dispatch(increment)
  },
  present() {
    const store = observed(parent)
    const open = { type: 'open' }, dismiss = { type: 'dismiss' }
    return () => {
      store.dispatch(open)
      store.dispatch(dismiss)
    }
  },
  observers() {
    const store = createStore(gauges, { gauges: Array(gaugeCount).fill(0) })
    for (let gauge = 0; gauge < gaugeCount; gauge++) observe(store, (state) => state.gauges[gauge])
    const action = { type: 'increment', index: gaugeCount / 2 }
    return () => store.dispatch(action)
  },
  'effect-send'() {
    const store = observed(counter, undefined, applyMiddleware(effects))
    const ask = (dispatch) => dispatch(increment)
    return () => store.dispatch(ask)
  },
  effect() {
    const store = observed(counter, undefined, applyMiddleware(effects))
    const work = async (dispatch) => { await null; dispatch(increment) }
    return () => store.dispatch(work)
  },
}

await benchMain(rows)
