// Requests drawn from the OpenAPI document: valid ones, and ones with odd values in odd places. Ids come from earlier
// answers, so that many requests reach an object. The same seed draws the same requests.
import type { Random } from './random.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[]
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface Drawn {
  readonly operation: Operation
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '😀',
  'a'.repeat(101),
  'a'.repeat(5000),
  '../..',
  "' or 1=1--",
  '%00',
  '-1',
  'null',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  '٣',
  '\u202e',
  'NaN',
  '1e309',
  '2026-02-30T00:00:00Z',
  '9999999999999999999',
]

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  '',
  [],
  {},
  [[]],
  { a: { b: { c: {} } } },
  Array.from({ length: 200 }, () => ({})),
]

const ODD_BODIES = [
  '',
  '[',
  '{"a":1,"a":2}',
  '['.repeat(20_000),
  '{"__proto__":{"x":1}}',
  '"x"',
  'x',
  '\ufeff{}',
]

/** Valid values by field name. */
const examples: Readonly<Record<string, readonly unknown[]>> = {
  amount: [100, 5_000],
  currency: ['EUR', 'USD', 'JPY', 'KWD'],
  card_number: ['4242424242424242', '4000000000000002', '4000003800000446'],
  card_exp_month: ['12'],
  card_exp_year: ['2040'],
  card_cvc: ['123'],
  email: ['a@example.com'],
  country: ['US'],
  created_gte: ['2026-01-01T00:00:00Z'],
  created_lte: ['2030-01-01T00:00:00Z'],
  payment_method: ['card'],
  payment_method_type: ['credit'],
  webhook_url: ['http://127.0.0.1:9/hook'],
  return_url: ['https://shop.example/return'],
}

const MAX_IDS = 100
const PROFILE_HEADER = 'X-Profile-Id'

function needsProfile({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === PROFILE_HEADER)
}

export class Requests {
  private readonly random: Random
  private readonly operations: readonly Operation[]
  private readonly schemas: Readonly<Record<string, Schema>>
  /** By field name. */
  private readonly ids = new Map<string, string[]>()
  private odd = 0

  constructor(
    random: Random,
    operations: readonly Operation[],
    schemas: Readonly<Record<string, Schema>>,
  ) {
    this.random = random
    this.operations = operations
    this.schemas = schemas
  }

  draw(): Drawn {
    const { random } = this
    this.odd = random.chance(0.5) ? 0 : 0.08
    const operation = random.pick(this.operations)
    const headers: Record<string, string> = {}
    if (random.chance(0.2)) headers['Idempotency-Key'] = `key-${random.below(1e9)}`
    if (needsProfile(operation) && !this.isOdd()) headers[PROFILE_HEADER] = this.profileId()
    const url = `${this.pathOf(operation)}${this.queryOf(operation)}`
    return { operation, url, headers, body: this.bodyOf(operation, headers) }
  }

  /** Takes an answer's ids. */
  learn(value: unknown, depth = 0): void {
    if (depth > 4 || value === null || typeof value !== 'object') return
    for (const [name, inner] of Object.entries(value)) {
      if (name.endsWith('_id') && typeof inner === 'string') this.add(name, inner)
      else this.learn(inner, depth + 1)
    }
  }

  add(name: string, id: string): void {
    const known = this.ids.get(name) ?? []
    this.ids.set(name, known)
    if (known.length < MAX_IDS) known.push(id)
    else known[this.random.below(MAX_IDS)] = id
  }

  private pathOf({ path }: Operation): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const known = this.ids.get(name)
      const id = known && this.random.chance(0.85) ? this.random.pick(known) : this.oddText() || 'x'
      return encodeURIComponent(id.toWellFormed())
    })
  }

  private profileId(): string {
    const known = this.ids.get('profile_id')
    return known && this.random.chance(0.95) ? this.random.pick(known) : 'a'.repeat(70)
  }

  private queryOf({ parameters = [] }: Operation): string {
    const query = new URLSearchParams()
    for (const { name, in: where, schema } of parameters) {
      if (where !== 'query' || !this.random.chance(0.3)) continue
      const value = this.valueOf(schema, name)
      query.set(name, Array.isArray(value) ? value.join(',') : String(value))
    }
    if (this.isOdd()) query.append(this.oddText() || 'q', this.oddText())
    return query.size === 0 ? '' : `?${query.toString()}`
  }

  private bodyOf({ requestBody, method }: Operation, headers: Record<string, string>) {
    const schema = requestBody?.content['application/json']?.schema
    if (schema === undefined && (method === 'GET' || !this.isOdd())) return undefined
    const types = ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data']
    headers['Content-Type'] = this.isOdd() ? this.random.pick(types) : 'application/json'
    if (schema === undefined || this.isOdd()) return this.random.pick(ODD_BODIES)
    return JSON.stringify(this.valueOf(schema, ''))
  }

  private isOdd(): boolean {
    return this.random.chance(this.odd)
  }

  private oddText(): string {
    return this.random.pick(ODD_TEXTS)
  }

  private valueOf(choice: Schema, name: string, depth = 0): unknown {
    const given = choice.anyOf ? this.random.pick(choice.anyOf) : choice
    const schema = given.$ref ? (this.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given
    if (this.isOdd()) return this.random.pick([...ODD_VALUES, this.oddText()])
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.random.pick(schema.enum)
    const known = this.ids.get(name)
    if (known && this.random.chance(0.7)) return this.random.pick(known)
    if (Object.hasOwn(examples, name) && this.random.chance(0.85))
      return this.random.pick(examples[name] ?? [])
    const type = Array.isArray(schema.type)
      ? this.random.pick(schema.type as string[])
      : schema.type
    if (type === 'object' || schema.properties) return this.objectOf(schema, depth)
    if (type === 'array') {
      const entries = Array.from({ length: this.random.below(3) })
      return entries.map(() => this.valueOf(schema.items ?? {}, name, depth + 1))
    }
    return this.scalarOf(schema, type)
  }

  private objectOf({ properties = {}, required = [] }: Schema, depth: number): object {
    const object: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      if (required.includes(name) || this.random.chance(depth > 3 ? 0.1 : 0.3)) {
        object[name] = this.valueOf(schema, name, depth + 1)
      }
    }
    if (this.isOdd()) object[this.oddText() || 'x'] = this.random.pick(ODD_VALUES)
    return object
  }

  private scalarOf(
    { minimum = 0, maximum = 1_000, maxLength = 20 }: Schema,
    type: unknown,
  ): unknown {
    if (type === 'integer' || type === 'number')
      return this.random.pick([minimum, maximum, minimum + 7])
    if (type === 'boolean') return this.random.chance(0.5)
    if (type === 'null') return null
    return this.random.pick([
      'abc',
      'x'.repeat(Math.min(maxLength, 60)),
      'Ada',
      '12',
      '2030-01-01T00:00:00Z',
    ])
  }
}
