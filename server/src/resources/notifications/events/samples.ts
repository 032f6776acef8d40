// Objects in test events. Their ids contain `test` and refer to nothing that exists.
import { eventTypes } from '#core/outbox/event_types.ts'
import type { SampleInput, Samples } from '#resources/resource.ts'

export function buildSample(samples: Samples, input: SampleInput) {
  const { content, status } = eventTypes[input.event_type]
  const { prefix, id, fields } = samples[content]
  const object_id = `${prefix}_test_${input.tail}`
  const { merchant_id, profile_id, now } = input
  const common = { merchant_id, profile_id, status, created: now, modified_at: now }
  return { object_id, object: { [id]: object_id, ...common, ...fields(input, status) } }
}
