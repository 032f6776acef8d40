// Random subscription histories, judged by the oracle.
//
// npm run prove:billing -- --histories 10000 --seed 7
// npm run prove:billing -- --seed 7 --only 12        reruns one history from the first batch, and shrinks it
import { parseArgs } from 'node:util'
import { runBatch } from './batch.ts'
import { shrink } from './shrink.ts'
import { startServer } from './server.ts'

const BATCH = 50

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
})
const write = (line: string) => void process.stdout.write(`${line}\n`)
const first = Number(values.seed)
const wanted = Number(values.histories)
write(`seed ${first}`)

const server = await startServer()
if (values.only === undefined) await runAll()
else await runOne(Number(values.only))
await server[Symbol.asyncDispose]()
// Connections to the database would keep it alive.
process.exit()

async function runAll(): Promise<void> {
  const counts = new Map<string, number>()
  let wrong = 0
  for (let done = 0; done < wanted; done += BATCH) {
    const seed = first + done / BATCH
    const result = await runBatch(server, { seed, histories: Math.min(BATCH, wanted - done) })
    for (const [name, n] of result.counts) counts.set(name, (counts.get(name) ?? 0) + n)
    for (const { n, violations, log } of result.failed) {
      write([`seed ${seed}, history ${n}`, ...log, ...violations].join('\n  '))
      write(`  again: npm run prove:billing -- --seed ${seed} --only ${n}`)
    }
    wrong += result.failed.length
    const seconds = Math.round(performance.now() / 1_000)
    write(`${Math.min(done + BATCH, wanted)} of ${wanted} histories, ${wrong} wrong, ${seconds} s`)
  }
  const spelled = [...counts].toSorted(([, a], [, b]) => b - a)
  write(spelled.map(([name, n]) => `${name}: ${n}`).join(', '))
  process.exitCode = wrong === 0 ? 0 : 1
}

async function runOne(only: number): Promise<void> {
  const failed = await shrink(server, { seed: first, histories: only + 1, only })
  if (failed === undefined) return write('it holds')
  write([...failed.log, ...failed.violations].join('\n'))
  process.exitCode = 1
}
