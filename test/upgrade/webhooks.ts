// Compares the fields in delivered webhooks with those that the old release has sent.
import type { Received } from '#testing/receiver.ts'

export interface Compared {
  readonly compared: number
  readonly types: number
  /** Bodies without a field that the old release always sent, or with another type in it. */
  readonly different: string[]
  /** Fields that only later bodies have, which a new release may add. */
  readonly added: string[]
  readonly doubled: string[]
}

type Fields = ReadonlyMap<string, string>

interface Known {
  /** In every body. */
  always: Set<string>
  readonly types: Map<string, Set<string>>
}

/** The first `baseline` ones come from the old release alone. */
export function compareWebhooks(received: readonly Received[], baseline: number): Compared {
  const known = new Map<string, Known>()
  for (const { body } of received.slice(0, baseline)) learn(known, body)
  const different: string[] = []
  const added = new Set<string>()
  const later = received.slice(baseline)
  for (const { body } of later) {
    const event_type = readEventType(body)
    const { always, types } = known.get(event_type) ?? {
      always: new Set<string>(),
      types: new Map(),
    }
    if (!known.has(event_type)) different.push(`${event_type}: the old release sent none`)
    const fields = readFields(body)
    for (const path of always) {
      if (!fields.has(path)) different.push(`${event_type}: ${path} is missing`)
    }
    for (const [path, type] of fields) {
      const before: ReadonlySet<string> | undefined = types.get(path)
      if (before === undefined) added.add(`${event_type}: ${path}`)
      else if (!before.has(type) && type !== 'null' && !(before.size === 1 && before.has('null')))
        different.push(`${event_type}: ${path} is ${type}`)
    }
  }
  const counts = Map.groupBy(received, ({ headers }) => String(headers['webhook-id']))
  const doubled = [...counts].flatMap(([id, all]) => (all.length > 1 ? [id] : []))
  return { compared: later.length, types: known.size, different, added: [...added], doubled }
}

function learn(known: Map<string, Known>, body: string): void {
  const fields = readFields(body)
  const event_type = readEventType(body)
  const earlier = known.get(event_type)
  const one: Known = earlier ?? { always: new Set(fields.keys()), types: new Map() }
  one.always = new Set([...one.always].filter((path) => fields.has(path)))
  for (const [path, type] of fields) {
    one.types.set(path, (one.types.get(path) ?? new Set()).add(type))
  }
  known.set(event_type, one)
}

function readEventType(body: string): string {
  return String((JSON.parse(body) as { event_type?: unknown }).event_type)
}

function readFields(body: string): Fields {
  const fields = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    fields.set(path, type)
    if (Array.isArray(value)) for (const each of value) walk(each, `${path}[]`)
    else if (type === 'object')
      for (const [name, each] of Object.entries(value as object)) walk(each, `${path}.${name}`)
  }
  walk(JSON.parse(body), '')
  return fields
}
