// The text of src/operations/table.json: every route as the command line calls it, from the model that the SDKs use.
// `npm run docs` writes it, and a test compares it with the routes.
import { buildModel, type Operation, type Schema } from '../sdk/generate/model.ts'
import type { Field, OperationRow, Table } from './src/operations/table.ts'

/** Longer texts are in the reference. */
const MAX_ABOUT = 160

function operationsTable(): Table {
  const { operations, resources, types } = buildModel()
  const rows = operations.map((operation) => toRow(operation, types))
  return {
    resources: Object.fromEntries(
      resources.map(({ name, about }) => [name.replaceAll('_', '-'), shorten(about)]),
    ),
    operations: rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  }
}

export function tableText(): string {
  const { resources, operations } = operationsTable()
  const lines = operations.map((row) => `    ${JSON.stringify(row)}`)
  return `{\n  "resources": ${JSON.stringify(resources)},\n  "operations": [\n${lines.join(',\n')}\n  ]\n}\n`
}

function nameOf({ resource, verb }: OperationRow): string {
  return `${resource} ${verb}`
}

function toRow(operation: Operation, types: Readonly<Record<string, Schema>>): OperationRow {
  const { method, url, path_params, answer, upload, summary, about } = operation
  const sent = operation.body ?? operation.query
  const { properties = {}, required = [] } = (sent === undefined ? undefined : types[sent]) ?? {}
  const fields = Object.entries(properties)
    .filter(([name]) => name !== upload?.field)
    .map(([name, schema]) => toField(name, resolve(schema, types), required.includes(name)))
  return {
    resource: operation.resource.replaceAll('_', '-'),
    verb: toVerb(operation.verb),
    method,
    url,
    path_params,
    fields,
    has_body: operation.body !== undefined,
    summary,
    ...(about === undefined ? {} : { about }),
    ...(answer.kind === 'bytes' ? { answers_bytes: true } : {}),
    ...(upload === undefined ? {} : { file_field: upload.field }),
    ...(operation.profile === false ? {} : { takes_profile: true }),
    ...(operation.csv ? { csv: true } : {}),
    ...(operation.access === 'admin' ? { needs_operator: true } : {}),
  }
}

/** `florin payments get`: shorter than retrieve, which is the word of the SDKs. */
function toVerb(verb: string): string {
  return verb
    .replace(/^retrieve\b/, 'get')
    .replace(/^retrieve_/, 'get_')
    .replaceAll('_', '-')
}

function resolve(schema: Schema, types: Readonly<Record<string, Schema>>): Schema {
  const { $ref } = schema
  if ($ref === undefined) return schema
  return { ...types[$ref.slice($ref.lastIndexOf('/') + 1)], ...schema }
}

function toField(name: string, schema: Schema, required: boolean): Field {
  const { type, description, enum: values } = schema
  const kinds = (Array.isArray(type) ? type : [type ?? 'object']) as string[]
  const [kind = 'object'] = kinds.filter((each) => each !== 'null')
  return {
    name,
    kind,
    required,
    ...(description === undefined ? {} : { about: shorten(description) }),
    ...(values !== undefined && values.length <= 12
      ? { values: values.filter((value) => value !== null).map(String) }
      : {}),
  }
}

/** The first line, to its first full stop. */
function shorten(text: string): string {
  const [line = ''] = text.split('\n')
  const [sentence = ''] = /^.*?\.(?= |$)/.exec(line) ?? [line]
  return sentence.length > MAX_ABOUT ? `${sentence.slice(0, MAX_ABOUT - 1)}…` : sentence
}
