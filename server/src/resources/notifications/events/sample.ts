// A test event's object: the event's recorded example, adapted to the caller. Its ids contain `test` and refer to nothing
// that exists.
import type { EventName } from '#core/outbox/event_types.ts'
import { readExamples } from '#http/openapi/examples.ts'

export interface SampleInput {
  readonly merchant_id: string
  readonly profile_id: string
  readonly event_type: EventName
  /** Makes the ids in this test event unique. */
  readonly tail: string
  readonly now: Date
}

const RECORDED_ID = /_test_0\d{25}/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/

/** Example objects by event type, as JSON; read when the first test event is sent. */
let recorded: Readonly<Record<string, string>> | undefined

export function buildSample({ merchant_id, profile_id, event_type, tail, now }: SampleInput) {
  recorded ??= recordedObjects()
  const text = recorded[event_type] ?? '{}'
  const { created } = JSON.parse(text) as { created: string }
  const passed_ms = now.getTime() - Date.parse(created)
  const own: Readonly<Record<string, string>> = { merchant_id, profile_id }
  const object = JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (TIME.test(value)) return new Date(Date.parse(value) + passed_ms)
    return own[key] ?? value.replace(RECORDED_ID, `_test_${tail}`)
  }) as Record<string, unknown>
  const [object_id] = Object.values(object)
  return { object_id: String(object_id), object }
}

function recordedObjects(): Record<string, string> {
  const entries = Object.entries(readExamples().webhooks).map(([event_type, { body }]) => {
    const { object } = body['content'] as { object: object }
    return [event_type, JSON.stringify(object)]
  })
  return Object.fromEntries(entries) as Record<string, string>
}
