// The API as its own document describes it, with random requests: every answer is documented, none is an internal
// error, and every body matches its schema. Twelve seconds, a new seed each time; FLORIN_SEED repeats one.
// FLORIN_FUZZ_SECONDS=600 scripts/run npm test -- test/fuzz/fuzz.test.ts
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { documentValidator } from '#testing/document_validator.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { Random } from './random.ts'
import { type Drawn, type Operation, Requests, type Schema } from './requests.ts'

const SECONDS = Number(process.env['FLORIN_FUZZ_SECONDS'] ?? 12)
const CLIENTS = 6

type Referring<T> = T | { $ref: string }

interface Described {
  parameters?: Referring<NonNullable<Operation['parameters']>[number]>[]
  requestBody?: NonNullable<Operation['requestBody']>
  responses: Record<string, unknown>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
}

/** The referenced value, wherever it is defined. */
function resolved<T>({ components }: Document, value: Referring<T>): T {
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return value as T
  const [, , kind = '', name = ''] = $ref.split('/')
  return components[kind]?.[name] as T
}

/** Keys are left alone, and so is the clock: without them the rest would not be reached. */
const LEFT_OUT = /api_keys|clock/

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    LEFT_OUT.test(path)
      ? []
      : Object.entries(methods).map(([name, { parameters = [], responses, ...rest }]) => ({
          ...rest,
          parameters: parameters.map((each) => resolved(document, each)),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, each]) => [status, resolved(document, each)]),
          ),
          method: name.toUpperCase(),
          path,
        })),
  )
}

/** Headers that a client may read; others are for browsers and proxies. */
const OF_FLORIN = /^x-(?!content-type-options|frame-options)/

/** An answer's fault; undefined if there is none. */
function faultOf(
  { operation }: Drawn,
  answer: Answer,
  invalid: ReturnType<typeof documentValidator>,
) {
  if (answer.status >= 500 && answer.body?.error?.code !== 'CE_01') return 'internal error'
  const documented = operation.responses[answer.status] as
    | { headers: object; content?: Record<string, { schema?: { $ref?: string } }> }
    | undefined
  if (documented === undefined) return 'undocumented status'
  if (!answer.headers.has('X-Request-Id')) return 'no X-Request-Id'
  const described = Object.keys(documented.headers).map((name) => name.toLowerCase())
  const header = [...answer.headers.keys()].find(
    (name) => OF_FLORIN.test(name) && !described.includes(name),
  )
  if (header !== undefined) return `undocumented header ${header}`
  const [type = ''] = (answer.headers.get('Content-Type') ?? '').split(';')
  if (documented.content && !Object.hasOwn(documented.content, type)) return 'undocumented type'
  const ref = documented.content?.[type]?.schema?.$ref
  return ref === undefined ? undefined : invalid(ref, answer.body)
}

test('odd requests get documented answers, and no internal error', async (t) => {
  const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1e9))
  t.diagnostic(`FLORIN_SEED=${seed}`)
  await using shop = await harness({ env: (await testBank()).env })
  const document = (await shop.get('/openapi.json')).body as Document
  const requests = new Requests(
    new Random(seed),
    operationsOf(document),
    document.components.schemas,
  )
  requests.add('merchant_id', shop.merchant.merchant_id)
  requests.add('profile_id', shop.merchant.profile_id)
  requests.add('provider', 'bank')
  const invalid = documentValidator(document)
  const until = performance.now() + SECONDS * 1000
  const statuses = new Map<number, number>()
  const faults: string[] = []

  const client = async () => {
    while (performance.now() < until && faults.length < 10) {
      const drawn = requests.draw()
      const { operation, url, headers, body } = drawn
      const sending = { headers, ...(body === undefined ? {} : { raw: body }) }
      const answer = await shop.send(operation.method, url, undefined, sending)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status < 300) requests.learn(answer.body)
      const fault = faultOf(drawn, answer, invalid)
      if (fault === undefined) continue
      const what = `${operation.method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 500)}`
      faults.push(`${fault}: ${what}\n  ${answer.status} ${answer.text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))

  t.diagnostic([...statuses].map(([status, n]) => `${status}: ${n}`).join(', '))
  assert.deepEqual(faults, [])
  assert.ok((statuses.get(200) ?? 0) > 0, 'no request succeeded')
})
