import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { eventually } from '#testing/eventually.ts'
import { newId } from './ids.ts'
import { type AttributeName, attributeKinds, checkValue, Tracing } from './trace.ts'
import { createTracer } from './trace_export.ts'

const source = new URL('../', import.meta.url)
const resource = { 'service.name': 'test' }

/** Traces of this test alone. */
function start(endpoint: string, ratio: number) {
  const stats = { exported: 0, dropped: 0 }
  const reasons = new Set<string>()
  const lost = (_: number, reason: string) => void reasons.add(reason)
  const tracer = createTracer({ endpoint, headers: {}, ratio, resource, lost }, stats)
  return { tracing: new Tracing(tracer), tracer, stats, reasons }
}

const NOWHERE = 'http://127.0.0.1:9'
const names = Object.keys(attributeKinds) as AttributeName[]

test('no attribute records an e-mail address, a card number or a sentence', () => {
  const secrets = ['ada@example.com', '4242424242424242', '4242-4242-4242-4242', 'x'.repeat(200)]
  secrets.push('4242 4242 4242 4242', 'pay_4242424242424242', 'Key (email)=(ada)', 'ä', '')
  for (const name of names) {
    for (const secret of secrets) assert.equal(checkValue(name, secret), '[redacted]', secret)
  }
})

test('an attribute for our own ids does not record an id that a merchant chose', () => {
  const own = newId('cus')

  assert.equal(checkValue('florin.row_id', own), own)
  assert.equal(checkValue('florin.row_id', 'ada_lovelace'), '[redacted]')
  assert.equal(checkValue('florin.object_id', 'order-7'), 'order-7')
})

test('an event is sampled if and only if the span that writes it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0.02, 0.5, 1), async (ratio) => {
      const { tracing, tracer } = start(NOWHERE, ratio)
      for (let n = 0; n < 20; n++) {
        const span = tracing.start('request', 'server', {})
        const event_id = tracing.runIn(span, () => tracing.drawEventId(() => newId('evt')))
        assert.equal(tracer.isEventSampled(event_id), span.is_sampled)
        // Every process comes to the same decision.
        assert.equal(start(NOWHERE, ratio).tracer.isEventSampled(event_id), span.is_sampled)
      }
    }),
    { numRuns: 6 },
  )
})

test('spans below a trace that is not sampled are not recorded either', async () => {
  const { tracing } = start(NOWHERE, 0)

  const inner = await tracing.trace('job', {}, () =>
    tracing.span('commit', {}, async (span) => span),
  )

  assert.equal(inner, undefined)
})

test('with a collector that never answers, spans that do not fit into the queue are dropped and counted', async () => {
  const server = createServer((request) => request.resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { tracing, stats, reasons } = start(`http://127.0.0.1:${port}`, 1)

  for (let n = 0; n < 10_000; n++) tracing.start('request', 'server', {}).end()
  // The queue and one batch are what can wait.
  assert.ok(stats.dropped >= 10_000 - 2_048 - 512, `${stats.dropped} dropped`)
  await tracing.stop()
  await eventually('every span is counted', async () => stats.dropped === 10_000)
  server.closeAllConnections()
  server.close()

  assert.equal(stats.exported, 0)
  assert.ok(reasons.has('the queue is full'))
})

test('a process without a collector loads no package for traces but the types that prom-client loads', () => {
  const main = new URL('../main.ts', import.meta.url).href
  const script = `import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ resolve: (name, context, next) => {
      const found = next(name, context)
      urls.push(found.url)
      return found
    } })
    await import(${JSON.stringify(main)})
    const found = urls.filter((url) => /@opentelemetry.(?!api.)/.test(url))
    console.log(urls.length, found.join())`
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })

  assert.match(stdout, /^\d{3,} \n$/, stderr)
})

function byName(a = '', b = ''): number {
  return a < b ? -1 : 1
}

test('the page for operators lists exactly the attributes that are recorded', () => {
  const page = readFileSync(new URL('../../../docs/operations/traces.md', import.meta.url), 'utf8')
  const [, part = ''] = page.split('## What is recorded')
  const [table = ''] = part.split('The resource has')
  const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name),
  )

  assert.deepEqual(listed.toSorted(byName), names.toSorted(byName))
})

test('OpenTelemetry is found in one file, which one other file loads', () => {
  const program = globSync('**/*.ts', { cwd: fileURLToPath(source) }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  const having = (text: string) =>
    program.filter((path) => readFileSync(new URL(path, source), 'utf8').includes(text))

  assert.ok(program.length > 500)
  assert.deepEqual(having("'@opentelemetry/"), ['kernel/trace_export.ts'])
  assert.deepEqual(having('/trace_export.ts'), ['kernel/trace.ts'])
})
