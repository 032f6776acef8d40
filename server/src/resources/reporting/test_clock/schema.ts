import { type Static, Type } from 'typebox'
import { answer, described, shaped, strict, Timestamp } from '#http/fields.ts'

export const AdvanceClock = strict({
  advance: shaped('^[1-9][0-9]{0,8}(s|m|h|d)$', 'a number with a unit: s, m, h or d, such as 8d', {
    description: 'How far to advance, such as `15m` or `8d`. The clock cannot be moved back.',
  }),
})
export type AdvanceClock = Static<typeof AdvanceClock>

export const MerchantClock = answer('MerchantClock', {
  merchant_id: Type.String(),
  now: described(Timestamp, 'The time of the test clock, in UTC.'),
  ahead_seconds: Type.Integer({ description: 'How far the test clock is ahead of the real time.' }),
  due_remaining: Type.Integer({
    minimum: 0,
    description:
      'What is due before the clock reaches the time to which it was advanced, counted to 100 for each type of object. 0: it has reached it. Above 0: repeat the request; it continues from `now` and does not advance further.',
  }),
})
export type MerchantClock = Static<typeof MerchantClock>
