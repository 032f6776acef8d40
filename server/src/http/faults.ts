// Finds every fault in a value that its schema refuses, in one walk. A hostile body can have hundreds of thousands of
// faults, so only the first few per kind are noted. When enough are missing, the walk ends; when enough are invalid,
// it goes on for missing ones only, because they come first in the answer.
import { type ErrorCode, type Fault, MAX_FAULTS } from '#errors.ts'
import { nearest } from './nearest.ts'
import { cut, innerSchemas, isObject, isOfType, rules, type Schema, typesIn } from './rules.ts'

export type Part = 'body' | 'query'

export function findFaults(schema: Schema, value: unknown, part: Part): Fault[] {
  const walk = new Walk(part)
  walk.visit(schema, value, '', '')
  return walk.faults()
}

/** A value's place: the path to its object, and its name there. */
class Walk {
  private readonly missing = new Map<string, Fault>()
  private readonly invalid = new Map<string, Fault>()
  private readonly part: Part
  /** True inside a value that is invalid as a whole: only what is missing in it is noted. */
  private isQuiet = false

  constructor(part: Part) {
    this.part = part
  }

  faults(): Fault[] {
    return [...this.missing.values(), ...this.invalid.values()]
  }

  private get isDone(): boolean {
    return this.missing.size >= MAX_FAULTS
  }

  private get isFull(): boolean {
    return this.isQuiet || this.invalid.size >= MAX_FAULTS
  }

  visit(schema: Schema, sent: unknown, parent: string, name: string): void {
    if (this.isDone || (this.isFull && !canLack(schema))) return
    const value = this.part === 'query' ? coerced(schema, sent) : sent
    const broken = this.isFull && !('x-code' in schema) ? undefined : brokenRule(schema, value)
    if (broken !== undefined) {
      const field = join(parent, name)
      const says = rules[broken]?.says(schema[broken], value, schema)
      this.note(schema, field, `${this.subject(field)} ${says}`)
      if (broken === 'type') return
    }
    const wasQuiet = this.isQuiet
    // A body or query with a wrong number of fields is still read field by field.
    this.isQuiet ||= broken !== undefined && join(parent, name) !== ''
    if (isObject(value)) this.visitObject(schema, value, join(parent, name))
    else if (Array.isArray(value)) this.visitEntries(schema, value, join(parent, name))
    this.isQuiet = wasQuiet
  }

  private visitObject(schema: Schema, value: Record<string, unknown>, path: string): void {
    const { properties = {}, allOf = [] } = schema as { properties?: Schema; allOf?: Schema[] }
    this.visitRequired(schema, value, path)
    this.visitNames(schema, value, path)
    for (const [name, inner] of Object.entries(properties)) {
      if (has(value, name)) this.visit(inner as Schema, value[name], path, name)
    }
    for (const { if: condition, then } of allOf) {
      const isMet = findFaults(condition as Schema, value, this.part).length === 0
      if (isMet) this.visitObject(then as Schema, value, path)
    }
  }

  /** A missing object is named with the fields that it must have. */
  private visitRequired(schema: Schema, value: Record<string, unknown>, path: string): void {
    const { required = [], properties = {} } = schema as {
      required?: string[]
      properties?: Record<string, Schema>
    }
    for (const name of required) {
      if (has(value, name)) continue
      const field = join(path, name)
      const inner = properties[name] ?? {}
      this.note(inner, field, `\`${field}\` is required${misspelt(schema, value, name)}`, 'IR_01')
      if (inner['type'] === 'object') this.visitRequired(inner, {}, field)
    }
  }

  /** Unknown fields, or a map's names and values. */
  private visitNames(schema: Schema, value: Record<string, unknown>, path: string): void {
    const { properties = {}, additionalProperties: other } = schema
    const { propertyNames } = schema as { propertyNames?: Schema }
    const rest = typeof other === 'object' ? (other as Schema) : undefined
    if (other !== false && rest === undefined && propertyNames === undefined) return
    if (this.isFull && !(rest && canLack(rest))) return
    for (const name of Object.keys(value)) {
      if (this.isDone || (this.isFull && !(rest && canLack(rest)))) return
      if (Object.hasOwn(properties as object, name)) continue
      if (other === false) this.noteUnknown(schema, path, name)
      const broken = propertyNames && brokenRule(propertyNames, name)
      if (propertyNames && broken) this.noteKey(propertyNames, broken, path, name)
      if (rest) this.visit(rest, value[name], path, name)
    }
  }

  private visitEntries(schema: Schema, value: readonly unknown[], path: string): void {
    const { items } = schema as { items?: Schema }
    if (items === undefined) return
    for (let place = 0; place < value.length; place++) {
      if (this.isDone || (this.isFull && !canLack(items))) return
      const entry = value[place]
      // Nothing can be missing in it, so its path is not built.
      const isPlain = typeof entry !== 'object' || entry === null
      if (!(isPlain && this.isFull)) this.visit(items, entry, path, String(place))
    }
  }

  /** A schema's `x-elsewhere` says where to set a field that callers look for in it. */
  private noteUnknown(schema: Schema, path: string, name: string): void {
    const { properties, 'x-elsewhere': places = {} } = schema as {
      properties: Schema
      'x-elsewhere'?: Readonly<Record<string, string>>
    }
    const near = nearest(name, Object.keys(properties))
    const field = join(path, name)
    const kind = this.part === 'query' ? 'filter' : 'field'
    const guess = near === undefined ? '' : `. Did you mean \`${join(path, near)}\`?`
    const hint = Object.hasOwn(places, name) ? `. ${places[name]}` : guess
    this.note({}, field, `\`${field}\` is not a ${kind} of this route${hint}`)
  }

  private noteKey(schema: Schema, broken: string, path: string, name: string): void {
    const says = rules[broken]?.says(schema[broken], name, schema)
    this.note({}, join(path, name), `The key \`${cut(name)}\` in \`${path}\` ${says}`)
  }

  /** A few schemas name their own error code in `x-code`, which comes before all others. */
  private note(schema: Schema, field: string, text: string, code: ErrorCode = 'IR_04'): void {
    const { 'x-code': own } = schema as { 'x-code'?: ErrorCode }
    const isFirst = own !== undefined || code === 'IR_01'
    const into = isFirst ? this.missing : this.invalid
    const isFull = isFirst ? this.isDone : this.isFull
    if (isFull || into.has(field)) return
    const message = text.endsWith('?') ? text : `${text}.`
    into.set(field, { code: own ?? code, ...(field === '' ? {} : { field }), message })
  }

  private subject(field: string): string {
    if (field !== '') return `\`${field}\``
    return this.part === 'body' ? 'The request body' : 'The query'
  }
}

function has(value: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}

function brokenRule(schema: Schema, value: unknown): string | undefined {
  for (const name in rules) {
    const wanted = schema[name]
    if (wanted !== undefined && rules[name]?.isMet(wanted, value) === false) return name
  }
  return undefined
}

/** Suggests that another name is probably a misspelling of the missing one. */
function misspelt(schema: Schema, value: Record<string, unknown>, missing: string): string {
  const { properties = {} } = schema as { properties?: object }
  const unknown: string[] = []
  for (const name of Object.keys(value)) {
    if (unknown.length === MAX_FAULTS) break
    if (!Object.hasOwn(properties, name)) unknown.push(name)
  }
  const near = unknown.find((name) => nearest(name, [missing]) === missing)
  return near === undefined ? '' : `; \`${near}\` is unknown. Did you mean \`${missing}\`?`
}

const lacking = new WeakMap<Schema, boolean>()

/** True if a field anywhere in it can be missing, or invalid with a specific code. */
function canLack(schema: Schema): boolean {
  const known = lacking.get(schema)
  if (known !== undefined) return known
  const can = 'required' in schema || 'x-code' in schema || innerSchemas(schema).some(canLack)
  lacking.set(schema, can)
  return can
}

/** A query has only text: what it stands for, or the text itself if it stands for nothing that is wanted. */
function coerced({ type }: Schema, value: unknown): unknown {
  const types = typesIn(type)
  if (typeof value !== 'string' || types.includes('string')) return value
  const isNumber = types.includes('integer') || types.includes('number')
  if (isNumber && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (types.includes('boolean') && isOfType('boolean', booleans[value])) return booleans[value]
  return value
}

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false }

function join(path: string, name: string): string {
  return path === '' ? cut(name) : `${path}.${cut(name)}`
}
