// Random bytes for everything that reads a caller's bytes. The same seed makes the same inputs.
//
//   npm run fuzz -- --inputs 1000000
//   npm run fuzz -- --seed 7 --parser png --from 1200 --inputs 1        one input again
import { parseArgs } from 'node:util'
import { fuzzParser } from './fuzz_parsers.ts'
import { parsers } from './parsers.ts'

const MAX_CPU_MS = 200

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    inputs: { type: 'string', default: '10000' },
    parser: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
})
const write = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(values.seed)
const inputs = Number(values.inputs)
const from = Number(values.from)
write(`seed ${seed}`)

let wrong = 0
let count = 0
for (const [name, { share }] of Object.entries(parsers)) {
  if (values.parser !== undefined && values.parser !== name) continue
  const own = values.parser === undefined ? Math.round(share * inputs) : inputs
  const began = performance.now()
  const { accepted, refused, ended, slowest, faults, exits } = await fuzzParser(name, {
    seed,
    from,
    to: from + own,
  })
  const seconds = Math.round((performance.now() - began) / 1_000)
  count += accepted + refused + ended + faults.length
  const more = ended > 0 ? `, ${ended} ended the decoder` : ''
  write(
    `${name}: ${accepted} accepted, ${refused} refused${more}; slowest ${slowest.cpu_ms.toFixed(1)} ms of CPU (input ${slowest.input}); ${seconds} s`,
  )
  for (const { input, why } of exits) report(name, input, why)
  for (const { input, error } of faults.slice(0, 10)) report(name, input, error)
  if (slowest.cpu_ms > MAX_CPU_MS) report(name, slowest.input, `took more than ${MAX_CPU_MS} ms`)
  wrong += exits.length + faults.length + Number(slowest.cpu_ms > MAX_CPU_MS)
}
write(`${count} inputs, ${wrong} wrong`)
process.exit(wrong === 0 ? 0 : 1)

function report(name: string, input: number, why: string): void {
  write(`  input ${input}: ${why}`)
  write(`  again: npm run fuzz -- --seed ${seed} --parser ${name} --from ${input} --inputs 1`)
}
