// Measures one row, as Benchmarks/C/bench.c does: `node PROGRAM NAME` prints `name minimum median`.
const repetitions = 61
const target = 2e6

async function measure(operation, times, waits) {
  const start = process.hrtime.bigint()
  if (waits) for (let index = 0; index < times; index++) await operation()
  else for (let index = 0; index < times; index++) operation()
  return Number(process.hrtime.bigint() - start)
}

// `rows`: for each name a function that sets the row up and returns its operation.
export async function benchMain(rows) {
  const name = process.argv[2]
  const operation = rows[name]()
  const waits = operation() instanceof Promise
  let times = 1
  for (;;) {
    const taken = await measure(operation, times, waits)
    if (taken >= target) break
    times = Math.trunc(times * (taken > target / 100 ? (target / taken) * 1.2 : 10)) + 1
  }
  const samples = []
  for (let repetition = 0; repetition < repetitions; repetition++)
    samples.push((await measure(operation, times, waits)) / times)
  samples.sort((left, right) => left - right)
  console.log(name, samples[0], samples[repetitions >> 1])
}
