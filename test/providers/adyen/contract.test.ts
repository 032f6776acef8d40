import { createLog } from '#kernel/log.ts'
import { adyen } from '#core/providers/adyen/adyen.ts'
import type { CardInstrument } from '#core/providers/request.ts'
import type { Call, Subject } from '#testing/provider_contract/bench.ts'
import { providerContract } from '#testing/provider_contract/contract.ts'
import { account, startTestServer } from './account.ts'
import type { Fault } from './server.ts'
import { THREE_DS_NUMBER } from './triggers.ts'

function card(holder_name = 'Ada', number = '4111111111111111'): CardInstrument {
  return { type: 'card', number, exp_month: 3, exp_year: 2030, cvc: '737', holder_name }
}

/** The end of the path that each call has. */
const paths: Readonly<Record<Call, string>> = {
  prepare: '/none',
  authorize: '/payments',
  capture: '/captures',
  void: '/cancels',
  refund: '/refunds',
  payout: '/none',
  evidence: '/defendDispute',
}

providerContract('adyen', async (): Promise<Subject> => {
  const server = await startTestServer({ multiple_captures: true })
  const log = createLog('silent')
  return {
    connect: (timeout_ms = 60_000) =>
      adyen.connect({ ...account(server.url), merchant_id: 'm_contract', timeout_ms, log }),
    approve: card(),
    declines: [
      [card('DECLINED'), 'UE_1007'],
      [card('NOT_ENOUGH_BALANCE'), 'UE_1001'],
      [card('CARD_EXPIRED'), 'UE_1002'],
      [card('FRAUD'), 'UE_2003'],
      [card('UNLISTED'), 'UE_9000'],
    ],
    review: card('REVIEW'),
    challenge: card('Ada', THREE_DS_NUMBER),
    pending: { type: 'bank_transfer', method_type: 'pix', data: {} },
    slow_refund: card(),
    returned_refund: card('REFUND_FAILED'),
    disputed: card('CHARGEBACK'),
    faults: {
      lost_before: 'reset_before',
      lost_after: 'reset_after',
      error_before: 'error_before',
      error_after: 'error_after',
      silence: 'timeout',
    },
    arm: async (fault, call) => server.arm(fault as Fault, { path: paths[call] }),
    captures_separately: true,
    releases_rest: false,
    dispute_query: false,
    event_feed: false,
    deliverTo: (url) => {
      server.outbox.url = url
    },
    settle: async (operation_id, outcome) =>
      server.settle(operation_id, outcome === 'approved' ? 'approve' : 'refuse'),
    effects: async (operation_id) => server.effects(operation_id),
    violations: () => server.violations,
    kill: () => server.stop(),
    stop: () => server.stop(),
  }
})
