import { get, post, type Route } from '#http/route.ts'
import { advanceClock } from './advance.ts'
import { AdvanceClock, MerchantClock } from './schema.ts'
import { getClock } from './read.ts'

const url = '/sandbox/clock'
const common = { tag: 'Sandbox', answer: MerchantClock } as const

export const clockRoutes: Route[] = [
  post(url, {
    ...common,
    summary: 'Advance the test clock',
    about:
      'Sandbox only. Moves the time of your merchant forward. The clock stops at every moment at which something is due, and what is due runs at that time before the clock goes on: one step of a year and 365 steps of a day give the same history. The call works for up to 20 seconds. If something remains, `due_remaining` is above 0: repeat the request, with another Idempotency-Key if you use one. It continues to the same target and does not add its own `advance`. The sandbox bank follows the clock, except for bank transfers, which customers make in their own time. API keys and rate limits keep using the real time.',
    access: 'payments:write',
    body: AdvanceClock,
    example: { advance: '8d' },
    errors: ['IR_01', 'IR_02', 'IR_04', 'IR_16'],
    run: (context, { body }) => advanceClock(context, body),
  }),
  get(url, {
    ...common,
    summary: 'Retrieve the test clock',
    access: 'payments:read',
    errors: ['IR_02'],
    run: (context) => getClock(context),
  }),
]
