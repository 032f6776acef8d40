// The TypeScript SDK's generated files: a class for each resource, its types, and what several resources share.
import { errorClasses } from './error_classes.ts'
import { type Model, type Operation, type Paging, refName, type Schema } from './model.ts'
import { toPascal } from './names.ts'
import { addPageParams, findBase, listEntry, PAGE_PARAMS } from './typescript_bases.ts'
import { declareType, toComment } from './typescript_types.ts'

const NOTE =
  '// Generated from the route table by `npm run sdk`. Change the table, not this file.\n'
const EVENTS = 'types/events.ts'
const SHARED = 'types/shared.ts'

/** Content by path in the package's `src`. */
export function typescriptFiles(model: Model): Map<string, string> {
  const writer = new Writer(model)
  return new Map([
    ...model.resources.map(({ name, about }): [string, string] => [
      fileOf(name),
      writer.resource(name, about),
    ]),
    ['resources/all.ts', allResources(model)],
    [SHARED, writer.declarations(SHARED)],
    [EVENTS, `${writer.declarations(EVENTS)}\n${eventUnion(model)}`],
    ['types/error_codes.ts', errorCodes()],
  ])
}

/** `payment_links` is `paymentLinks`. */
export function toCamel(words: string): string {
  return words.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())
}

const fileOf = (resource: string) => `resources/${resource}.ts`
const classOf = (resource: string) => `${toPascal(resource)}Api`

class Writer {
  private readonly model: Model
  private readonly types: Model['types']
  /** Each type's file: its only user's, or the shared one. */
  private readonly places = new Map<string, string>()
  /** Types within requests. */
  private readonly sent: ReadonlySet<string>

  constructor(model: Model) {
    this.model = model
    this.types = addPageParams(withoutEchoes(model.types))
    this.places.set(PAGE_PARAMS, SHARED)
    for (const operation of model.operations) {
      const roots = [...namesIn(operation.answer), ...namesIn(operation.paging)]
      this.place(fileOf(operation.resource), [
        ...roots,
        ...[operation.query, operation.body].flatMap((name) => name ?? []),
      ])
    }
    // An event's object is declared with its resource.
    for (const name of this.reach(Object.values(model.events))) {
      if (!this.places.has(name)) this.places.set(name, EVENTS)
    }
    this.sent = this.reach(
      model.operations.flatMap(({ query, body }) => [query, body].flatMap((name) => name ?? [])),
    )
  }

  private place(file: string, roots: readonly string[]): void {
    for (const name of this.reach(roots)) {
      const found = this.places.get(name)
      this.places.set(name, found === undefined || found === file ? file : SHARED)
    }
  }

  private reach(roots: readonly string[]): Set<string> {
    const found = new Set<string>()
    const visit = (name: string) => {
      if (found.has(name)) return
      found.add(name)
      for (const inner of this.namesInType(name)) visit(inner)
    }
    for (const name of roots) visit(name)
    return found
  }

  declarations(file: string): string {
    const own = this.typesIn(file)
    const declared = own.toSorted().map((name) => this.declaration(name))
    const used = own.flatMap((name) => this.namesInType(name))
    return [NOTE, this.listImport(own) + this.imports(file, used), declared.join('\n')]
      .filter(Boolean)
      .join('\n')
  }

  private typesIn(file: string): string[] {
    return [...this.places].flatMap(([name, place]) => (place === file ? [name] : []))
  }

  private declaration(name: string): string {
    const schema = this.types[name] ?? {}
    return declareType(name, schema, this.sent.has(name), findBase(name, this.types))
  }

  /** The types that a type's declaration names. */
  private namesInType(name: string): string[] {
    const schema = this.types[name] ?? {}
    const base = findBase(name, this.types)
    const own = Object.entries(schema.properties ?? {}).filter(([each]) => !base?.fields.has(each))
    const named = base === undefined ? namesIn(schema) : namesIn(Object.fromEntries(own))
    return [...named, ...(base === undefined ? [] : [base.name])]
  }

  private listImport(names: readonly string[]): string {
    const isUsed = names.some((name) => listEntry(this.types[name] ?? {}) !== undefined)
    return isUsed ? "import type { Page } from '../list.ts'\n" : ''
  }

  private imports(file: string, used: readonly string[]): string {
    const names = [...new Set(used)].filter((name) => this.places.get(name) !== file).toSorted()
    const byPlace = Map.groupBy(names, (name) => this.places.get(name) ?? SHARED)
    const lines = [...byPlace].map(
      ([place, own]) => `import type { ${own.join(', ')} } from '${relativePath(file, place)}'\n`,
    )
    return lines.toSorted().join('')
  }

  resource(name: string, about: string): string {
    const file = fileOf(name)
    const operations = this.model.operations.filter(({ resource }) => resource === name)
    const ownNames = this.typesIn(file).toSorted()
    const own = ownNames.map((type) => this.declaration(type)).join('\n')
    const used = [
      ...ownNames.flatMap((type) => this.namesInType(type)),
      ...operations.flatMap(namesOf),
    ]
    const head = [
      operations.some(({ paging }) => paging) ? "import type { List } from '../list.ts'" : '',
      this.listImport(ownNames).trimEnd(),
      "import type { CallOptions } from '../options.ts'",
      "import { Resource } from '../resource.ts'",
      this.imports(file, used).trimEnd(),
    ]
    const methods = operations.flatMap((operation) => this.methods(operation))
    return [
      NOTE,
      `${head.filter(Boolean).join('\n')}\n`,
      `${toComment(about, '')}export class ${classOf(name)} extends Resource {\n${methods.join('\n')}}\n`,
      own,
    ].join('\n')
  }

  private methods(operation: Operation): string[] {
    if (!operation.csv) return [this.method(operation, 'json')]
    const csv = {
      ...operation,
      verb: `${operation.verb}_csv`,
      summary: `${operation.summary}, as CSV`,
    }
    return [this.method(operation, 'json'), this.method(csv, 'csv')]
  }

  private method(operation: Operation, accept: 'json' | 'csv'): string {
    const { method, url, path_params, verb, answer, paging, summary, about } = operation
    const sent = operation.query ?? operation.body
    const isOptional = sent !== undefined && this.isOptional(operation)
    const parameters = [
      ...path_params.map((name) => `${name}: string`),
      ...(sent === undefined ? [] : [`params${isOptional ? '?' : ''}: ${sent}`]),
      'options?: CallOptions',
    ]
    const kind = answer.kind === 'bytes' ? 'bytes' : accept
    const type = kind === 'bytes' ? 'Response' : kind === 'csv' ? 'string' : typeName(answer)
    // An optional body is still sent: some proxies refuse a POST without one.
    const value = sent === undefined ? 'undefined' : isOptional ? 'params ?? {}' : 'params'
    const values = [`'${method} ${url}'`, `[${path_params.join(', ')}]`, value, 'options']
    const isList = paging !== undefined && accept === 'json'
    const result = isList ? `List<${type}, ${refName(paging.entry)}>` : `Promise<${type}>`
    const call = isList
      ? `this.pages(${[...values, pagingOf(paging)].join(', ')})`
      : `this.call(${[...values, ...(kind === 'json' ? [] : [`'${kind}'`])].join(', ')})`
    const comment = toComment([summary, about].filter(Boolean).join('.\n\n'), '  ')
    return `${comment}  ${toCamel(verb)}(${parameters.join(', ')}): ${result} {\n    return ${call}\n  }\n`
  }

  private isOptional({ query, is_body_optional }: Operation): boolean {
    if (query === undefined) return is_body_optional
    return (this.model.types[query]?.required ?? []).length === 0
  }
}

/** A field whose type says the same does not repeat it. */
function withoutEchoes(types: Model['types']): Model['types'] {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    const { description, ...rest } = value as Schema
    const named = [rest, ...(rest.anyOf ?? [])].find(({ $ref }) => $ref !== undefined)
    const isEcho = named !== undefined && types[refName(named)]?.description === description
    return Object.fromEntries(
      Object.entries(isEcho ? rest : (value as Schema)).map(([key, inner]) => [key, strip(inner)]),
    )
  }
  return strip(types) as Model['types']
}

function relativePath(from: string, to: string): string {
  const [folder] = from.split('/')
  return to.startsWith(`${folder}/`) ? `.${to.slice(to.indexOf('/'))}` : `../${to}`
}

function namesOf({ answer, paging, query, body }: Operation): string[] {
  return [
    ...namesIn(answer),
    ...namesIn(paging),
    ...[query, body].flatMap((name) => (name === undefined ? [] : [name])),
  ]
}

function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const { $ref } = value as Schema
  if (typeof $ref === 'string') found.add(refName(value as Schema))
  for (const inner of Object.values(value)) namesIn(inner, found)
  return found
}

function typeName(answer: Operation['answer']): string {
  if (answer.kind !== 'json') return 'Response'
  const { $ref, items } = answer.schema
  if ($ref !== undefined) return refName(answer.schema)
  if (items?.$ref !== undefined) return `${refName(items)}[]`
  throw new Error(`typescript: an answer has no name: ${JSON.stringify(answer.schema)}`)
}

function pagingOf(paging: Paging): string {
  if (paging.kind === 'cursor') return `{ idField: '${paging.id_field}' }`
  return paging.kind === 'whole' ? '{ isWhole: true }' : '{}'
}

function allResources({ resources }: Model): string {
  const names = resources.map(({ name }) => name).toSorted()
  const lines = (line: (name: string) => string) => names.map(line).join('\n')
  return `${NOTE}
import type { Transport } from '../transport.ts'
${lines((name) => `import { ${classOf(name)} } from './${name}.ts'`)}

${lines((name) => `export type * from './${name}.ts'`)}

export class Resources {
${lines((name) => `  readonly ${toCamel(name)}: ${classOf(name)}`)}

  constructor(transport: Transport) {
${lines((name) => `    this.${toCamel(name)} = new ${classOf(name)}(transport)`)}
  }
}
`
}

/** Discriminated by `event_type`. */
function eventUnion({ events }: Model): string {
  const names = [...new Set(Object.values(events))]
  return `/** A webhook's body: \`event_type\` decides which object \`content\` has. */
export type WebhookEvent = ${names.join(' | ')}

export type EventName = WebhookEvent['event_type']
`
}

function errorCodes(): string {
  const classes = [...new Set(errorClasses.map(([, name]) => name))]
  return `${NOTE}
export type ErrorClass = ${classes.map((name) => `'${name}'`).join(' | ')}

export const errorClasses = {
${errorClasses.map(([code, name]) => `  ${code}: '${name}',`).join('\n')}
} as const

export type ErrorCode = keyof typeof errorClasses
`
}
