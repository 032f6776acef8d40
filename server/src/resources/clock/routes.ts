import { type Route, route } from '#http/route.ts'
import { advanceClock } from './advance.ts'
import { AdvanceClock, MerchantClock } from './schema.ts'
import { tellClock } from './tell.ts'

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
    summary: 'Move your clock forward, in the sandbox',
    about:
      'Moves time for your merchant alone and runs what has come due by it before it answers. Calls to the acquirer, API keys and rate limits go by the wall clock. There is no such route in production.',
    access: 'payments:write',
    body: AdvanceClock,
    example: { advance: '8d' },
    errors: ['IR_01', 'IR_02', 'IR_04'],
    run: (context, { body }) => advanceClock(context, body),
  }),
  route({
    ...common,
    method: 'GET',
    summary: 'What time it is for you, in the sandbox',
    access: 'payments:read',
    errors: ['IR_02'],
    run: (context) => tellClock(context),
  }),
]
