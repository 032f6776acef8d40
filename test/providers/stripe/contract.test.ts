import type { Call, Subject } from '#testing/provider_contract/bench.ts'
import { providerContract } from '#testing/provider_contract/contract.ts'
import { card, connectTo } from './account.ts'
import type { FaultName } from './faults.ts'
import { startStripe } from './server.ts'

/** The calls that faults strike. */
const calls: Readonly<Record<Call, { path: string; body?: string }>> = {
  prepare: { path: 'POST /v1/payment_intents' },
  authorize: { path: 'POST /v1/payment_intents/{intent}/confirm' },
  capture: { path: 'POST /v1/payment_intents/{intent}/capture' },
  void: { path: 'POST /v1/payment_intents/{intent}/cancel' },
  refund: { path: 'POST /v1/refunds' },
  evidence: { path: 'POST /v1/disputes/{dispute}', body: 'submit=true' },
  payout: { path: 'POST /v1/payouts' },
}

providerContract('stripe', async (): Promise<Subject> => {
  const server = await startStripe({ later_ms: 100 })
  const settings = { multicapture: true }
  return {
    connect: (timeout_ms = 60_000) =>
      connectTo(server, { merchant_id: 'm_contract', settings, timeout_ms }),
    approve: card(),
    declines: [
      [card('4000000000000002'), 'UE_1007'],
      [card('4000000000009995'), 'UE_1001'],
      [card('4000000000000069'), 'UE_1002'],
      [card('4100000000000019'), 'UE_1012'],
      [card('4000009900000004'), 'UE_9000'],
    ],
    challenge: card('4000002760003184'),
    pending: { type: 'bank_transfer', method_type: 'multibanco', data: {} },
    slow_refund: card('4000000000007726'),
    returned_refund: card('4000000000005126'),
    disputed: card('4000000000000259'),
    faults: {
      lost_before: 'reset_before',
      lost_after: 'reset_after',
      error_before: 'error_before',
      error_after: 'error_after',
      silence: 'timeout',
      maintenance: 'maintenance',
    },
    arm: async (fault, call) => server.arm(fault as FaultName, calls[call]),
    prepares: true,
    deliverTo: (url) => server.postman.configure({ url }),
    settle: async (operation_id, outcome) =>
      server.settle(operation_id, outcome === 'approved' ? 'well' : 'badly'),
    effects: async (operation_id) => server.effects(operation_id),
    violations: () => server.violations,
    restart: async () => {
      await server.stop()
      await server.listen()
    },
    kill: () => server.stop(),
    stop: () => Promise.resolve(),
  }
})
