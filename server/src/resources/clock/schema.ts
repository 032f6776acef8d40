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
})
export type MerchantClock = Static<typeof MerchantClock>
