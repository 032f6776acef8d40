import { type Route, route } from '#http/route.ts'
import { advanceClock } from './advance.ts'
import { AdvanceClock, MerchantClock } from './schema.ts'
import { getClock } from './get.ts'

const common = {
  tag: 'Sandbox',
  url: '/sandbox/clock',
  status: 200,
  answer: MerchantClock,
} as const

export const clockRoutes: Route[] = [
  route({
    ...common,
    method: 'POST',
    summary: 'Advance the test clock',
    about:
      'Sandbox only. Moves the time of your merchant forward and runs everything that becomes due before it returns. Calls to the acquirer, API keys and rate limits keep using the real time.',
    access: 'payments:write',
    body: AdvanceClock,
    example: { advance: '8d' },
    errors: ['IR_01', 'IR_02', 'IR_04'],
    run: (context, { body }) => advanceClock(context, body),
  }),
  route({
    ...common,
    method: 'GET',
    summary: 'Retrieve the test clock',
    access: 'payments:read',
    errors: ['IR_02'],
    run: (context) => getClock(context),
  }),
]
