// A selector of reselect, read after each change of a store of redux. The same figures as lists.h describes.
import { createStore } from 'redux'
import { createSelector } from 'reselect'

const [count, changes] = process.argv.slice(2).map(Number)
const step = 7919
let seed = 1

function progressOf(row) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return (seed >>> 12) * 2 ** 20 + row
}

function page(state, action) {
  switch (action.type) {
    case 'progress': {
      const rows = state.rows.slice()
      const { id, kind, bytes } = rows[action.row]
      rows[action.row] = { id, kind, progress: action.progress, bytes }
      return { key: state.key, rows }
    }
    case 'sort': return { key: action.key, rows: state.rows }
    default: return state
  }
}

const comparisons = {
  progress: (left, right) => left.progress - right.progress,
  bytes: (left, right) => left.bytes - right.bytes,
}
const listed = createSelector([(state) => state.rows, (state) => state.key], (rows, key) =>
  rows.filter((row) => row.kind !== 0).sort(comparisons[key]))

function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}

function order(list) {
  return list.reduce((hash, { id }) => Math.imul(hash ^ id, 16777619), 2166136261) >>> 0
}

const rows = []
for (let id = 0; id < count; id++)
  rows.push({ id, kind: id % 4, progress: progressOf(id), bytes: (id * step) % 1000003 })
const store = createStore(page, { key: 'progress', rows })
let list = listed(store.getState())
store.subscribe(() => { list = listed(store.getState()) })

function measured(action) {
  const start = processorTime()
  store.dispatch(action)
  return processorTime() - start
}

function change(index) {
  const row = (index * step) % count
  return measured({ type: 'progress', row, progress: progressOf(row) })
}

async function meanOfChanges(times, period) {
  let spent = 0
  for (let index = 0; index < times; index++) {
    if (period) await new Promise((resolve) => setTimeout(resolve, period))
    spent += change(index)
  }
  return spent / times
}

await meanOfChanges(16, 0)
const spaced = await meanOfChanges(changes, 10)
const again = await meanOfChanges(changes, 0)
const hash = order(list)
const sorts = ['bytes', 'progress', 'bytes', 'progress', 'bytes'].map((key) => {
  change(0) // the selector remembers earlier orders of the same rows
  return measured({ type: 'sort', key })
})
console.log(`change ${spaced}\nagain ${again}\nsort ${Math.min(...sorts)}\norder ${hash.toString(16)}`)
