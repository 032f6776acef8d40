// The API as the SDKs and the command line see it: operations with names, and named types. Everything is read from the
// route table and from the schemas that the OpenAPI document names; the tables in this folder only add names.
import { routes } from '#app.ts'
import type { EventName } from '#core/outbox/event_types.ts'
import { mediaTypes } from '#http/download.ts'
import { openapi } from '#http/openapi.ts'
import { isInternal } from '#http/openapi/tags.ts'
import { exampleName, readExamples } from '#http/openapi/examples.ts'
import { nameOperation } from '#http/operation_names.ts'
import type { Method, Route } from '#http/route.ts'
import { renameType, toObjectName, toPascal } from './names.ts'

/** JSON Schema. A reference is `{ $ref: '#/types/Payment' }`. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly deprecated?: boolean
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}

/** A list in pages: entries are in `data` after a cursor, or the answer is an array that is read by offset. */
export type Paging =
  | { readonly kind: 'cursor'; readonly entry: Schema; readonly id_field: string }
  | { readonly kind: 'offset'; readonly entry: Schema; readonly in_data: boolean }
  | { readonly kind: 'whole'; readonly entry: Schema; readonly in_data: boolean }

export interface Operation {
  readonly resource: string
  readonly verb: string
  /** `payments.capture`; unique. */
  readonly name: string
  readonly method: Method
  /** With colons, as in the route table. */
  readonly url: string
  readonly path_params: readonly string[]
  /** A type's name. */
  readonly query?: string
  /** A type's name. */
  readonly body?: string
  /** Without a body, or with an empty one, the request is valid. */
  readonly is_body_optional: boolean
  readonly status: number
  readonly answer:
    | { readonly kind: 'json'; readonly schema: Schema }
    | { readonly kind: 'bytes'; readonly media_types: readonly string[] }
  readonly paging?: Paging
  /** The header X-Profile-Id. */
  readonly profile: boolean | 'optional'
  /** The server keeps the answer under the Idempotency-Key, so that the request can be sent again. */
  readonly is_replayable: boolean
  readonly publishable: boolean
  readonly access: Route['access']
  /** The same operation answers text/csv if `Accept` asks for it. */
  readonly csv: boolean
  /** The body is a form with a file in this field. */
  readonly upload?: { readonly field: string; readonly media_types: readonly string[] }
  readonly summary: string
  readonly about?: string
  readonly example?: Readonly<Record<string, unknown>>
}

export interface Model {
  readonly resources: readonly { readonly name: string; readonly about: string }[]
  readonly operations: readonly Operation[]
  /** Only those that operations and events use, by name. */
  readonly types: Readonly<Record<string, Schema>>
  /** Event type to its body's type, such as `PaymentEvent`. */
  readonly events: Readonly<Record<EventName, string>>
}

/** Routes without an operation, and the reason. A route that no row matches has one. */
export const exclusions: readonly {
  readonly reason: string
  readonly matches: (row: Route) => boolean
}[] = [
  {
    reason: 'A page for a browser, what such a page calls, or a callback of an acquirer.',
    matches: (row) => row.access === 'public' && isInternal(row),
  },
  {
    reason: 'Needs a person who has signed in; an API key gets 401.',
    matches: ({ access }) => access === 'session',
  },
  {
    reason: 'Signs a person in, on the pages of this server or in a browser.',
    matches: ({ access, url }) => access === 'public' && url.startsWith('/user/'),
  },
  {
    reason: 'For a person who has signed in; an API key gets 403.',
    matches: ({ users_only }) => users_only === true,
  },
]

type Document = {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema> }
  tags: { name: string; description: string }[]
  webhooks: Record<EventName, { post: { requestBody: { content: Contents } } }>
}
interface DocumentOperation {
  parameters: (Schema & { name: string; in: string; required: boolean; schema: Schema })[]
  requestBody?: { required: boolean; content: Contents }
  responses: Record<string, { content?: Contents }>
}
type Contents = Record<string, { schema: Schema }>

export function isExcluded(row: Route): boolean {
  return exclusions.some(({ matches }) => matches(row))
}

export function buildModel(): Model {
  const document = openapi(routes) as unknown as Document
  const covered = routes.filter((row) => !isExcluded(row))
  const builder = new Builder(document)
  const found = covered.map((row) => builder.operation(row, covered))
  const events = Object.fromEntries(
    Object.entries(document.webhooks).map(([name, { post }]) => [
      name,
      refName(post.requestBody.content['application/json']?.schema ?? {}),
    ]),
  ) as Record<EventName, string>
  const types = builder.typesFor([...found, ...Object.values(events)])
  const operations = found.map((each) => builder.named(each))
  const about = new Map(document.tags.map(({ name, description }) => [name, description]))
  const names = [...new Set(operations.map(({ resource }) => resource))]
  const resources = names.map((name) => {
    const row = covered[operations.findIndex(({ resource }) => resource === name)]
    return { name, about: about.get(row?.tag ?? '') ?? '' }
  })
  return { resources, operations, types, events }
}

/** Renames the document's schemas, and turns each query into a type. */
class Builder {
  private readonly document: Document
  private readonly schemas: Map<string, Schema>
  /** Document name to type name. */
  private readonly renamed = new Map<string, string>()
  private readonly examples = readExamples().operations

  constructor(document: Document) {
    this.document = document
    this.schemas = new Map(Object.entries(document.components.schemas))
  }

  operation(row: Route, all: readonly Route[]): Operation {
    const { method, url, access, summary, about, status } = row
    const entry = this.find(row)
    const answer = this.answer(row, entry)
    const paging = this.paging(row, answer)
    const { resource, verb } = nameOperation(row, paging !== undefined)
    const object = toObjectName(resource)
    // A list is read by GET or by POST, with the same parameters.
    const twin = all.find((other) => other.url === url && other.query === row.body)
    const isSearch = method === 'POST' && row.body !== undefined && twin !== undefined
    const typeName = isSearch
      ? `${object}${toPascal(nameOperation(twin, true).verb)}Params`
      : `${object}${toPascal(verb)}${method === 'GET' ? 'Params' : ''}`
    const body = row.body ? this.body(typeName, entry) : undefined
    // The same fields in the body stay out of proxy logs.
    const query = row.query && !row.body ? this.query(typeName, entry) : undefined
    const required = entry.requestBody?.required ?? false
    const example = this.examples[exampleName(row)]?.body ?? row.example
    return {
      resource,
      verb,
      name: `${resource}.${verb}`,
      method,
      url,
      path_params: [...url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      is_body_optional: !required,
      status,
      answer,
      ...(paging === undefined ? {} : { paging }),
      profile: row.profile ?? false,
      is_replayable: method !== 'GET' && access !== 'public' && access !== 'session',
      publishable: row.publishable !== undefined,
      access,
      csv: row.csv ?? false,
      ...(row.upload
        ? { upload: { field: row.upload.field, media_types: Object.keys(row.upload.types) } }
        : {}),
      summary,
      ...(about === undefined ? {} : { about }),
      ...(example === undefined ? {} : { example }),
    }
  }

  private find({ method, url }: Route): DocumentOperation {
    const path = url.replaceAll(/:([a-z_]+)/g, '{$1}')
    const found = this.document.paths[path]?.[method.toLowerCase()]
    if (found === undefined) throw new Error(`model: the document has no ${method} ${url}`)
    return found
  }

  private query(name: string, { parameters }: DocumentOperation): string {
    const own = parameters.filter((each) => each.in === 'query')
    const properties = own.map(({ name, schema, description, deprecated }) => [
      name,
      {
        ...schema,
        ...(description === undefined ? {} : { description }),
        ...(deprecated === undefined ? {} : { deprecated }),
      },
    ])
    const required = own.filter((each) => each.required).map((each) => each.name)
    this.schemas.set(name, {
      type: 'object',
      properties: Object.fromEntries(properties) as Record<string, Schema>,
      required,
      additionalProperties: false,
    })
    return name
  }

  private body(name: string, { requestBody }: DocumentOperation): string {
    const [media] = Object.values(requestBody?.content ?? {})
    const found = refName(media?.schema ?? {})
    const isUsed = name !== found && name in this.document.components.schemas
    const free = isUsed ? `${name}Params` : name
    this.renamed.set(found, free)
    return free
  }

  private answer(row: Route, { responses }: DocumentOperation): Operation['answer'] {
    const media_types = mediaTypes(row.answer)
    if (media_types !== undefined) return { kind: 'bytes', media_types }
    const found = responses[String(row.status)]?.content?.['application/json']?.schema ?? {}
    // The second form is what a browser with a publishable key sees.
    const [whole = found, ...views] = found.anyOf ?? []
    const isView = views.length === 1 && refName(views[0] ?? {}).endsWith('InBrowser')
    return { kind: 'json', schema: isView ? whole : found }
  }

  private paging(row: Route, answer: Operation['answer']): Paging | undefined {
    if (answer.kind !== 'json') return undefined
    const whole = this.resolve(answer.schema)
    const inData = whole.properties?.['data']
    const entry = whole.type === 'array' ? whole.items : inData?.items
    if (entry === undefined || this.resolve(entry).properties === undefined) return undefined
    const in_data = inData !== undefined
    const accepted = (row.query ?? row.body ?? {}) as Schema
    const accepts = (name: string) => name in (accepted.properties ?? {})
    if (in_data && accepts('starting_after')) {
      return { kind: 'cursor', entry, id_field: this.idField(entry) }
    }
    // An answer with figures beside its rows is no list.
    if (in_data && !accepts('limit') && row.method !== 'GET') return undefined
    return { kind: accepts('offset') ? 'offset' : 'whole', entry, in_data }
  }

  /** The field that `starting_after` takes: the first that identifies an entry. */
  private idField(entry: Schema): string {
    const names = Object.keys(this.resolve(entry).properties ?? {})
    const own = names.find(
      (name) => /^(id|[a-z_]+_id|coupon_code)$/.test(name) && name !== 'merchant_id',
    )
    if (own === undefined) throw new Error(`model: ${JSON.stringify(entry)} has no id`)
    return own
  }

  private resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.schemas.get(refName(schema)) ?? {})
  }

  /** Every type that these use, under its final name. */
  typesFor(users: readonly (Operation | string)[]): Record<string, Schema> {
    const used = new Map<string, Schema>()
    const sources = new Map<string, string>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('$ref' in value) add(refName(value as Schema))
      for (const inner of Object.values(value)) visit(inner)
    }
    const add = (found: string) => {
      const name = this.finalName(found)
      if (used.has(name)) {
        if (sources.get(name) === found) return
        throw new Error(`model: ${found} and ${sources.get(name)} would both be called ${name}`)
      }
      sources.set(name, found)
      const schema = this.schemas.get(found)
      if (schema === undefined) throw new Error(`model: no schema is called ${found}`)
      used.set(name, schema)
      visit(schema)
    }
    const originals = new Map([...this.renamed].map(([found, name]) => [name, found]))
    for (const user of users) {
      if (typeof user === 'string') add(user)
      else {
        for (const name of [user.query, user.body]) if (name) add(originals.get(name) ?? name)
        visit(user.answer)
        visit(user.paging?.entry)
      }
    }
    const sorted = [...used].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(
      sorted.map(([name, schema]) => [name, this.withNames(schema) as Schema]),
    )
  }

  private finalName(found: string): string {
    const own = this.renamed.get(found)
    if (own !== undefined) return own
    // A body's part is named after it.
    const [whole, name] =
      [...this.renamed].filter(([whole]) => found.startsWith(whole)).toSorted(byLength)[0] ?? []
    if (whole !== undefined) return `${name}${found.slice(whole.length)}`
    return renameType(found)
  }

  named(operation: Operation): Operation {
    const { answer, paging } = operation
    return {
      ...operation,
      answer: this.withNames(answer) as Operation['answer'],
      ...(paging === undefined ? {} : { paging: this.withNames(paging) as Paging }),
    }
  }

  /** The same value with the final names in its references. */
  private withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.withNames(each))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(
      ([key, inner]) => key !== 'title' || typeof inner !== 'string',
    )
    return Object.fromEntries(
      entries.map(([key, inner]) => [
        key,
        key === '$ref'
          ? `#/types/${this.finalName(refName(value as Schema))}`
          : this.withNames(inner),
      ]),
    )
  }
}

function byLength([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return b.length - a.length
}

export function refName({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}
