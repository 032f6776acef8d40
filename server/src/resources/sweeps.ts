// Everything that happens because its time has come, from all folders.
import { disputeSweeps } from '#resources/disputes/jobs.ts'
import type { Sweep } from '#kernel/sweeps.ts'
import { fileSweeps } from '#resources/files/jobs.ts'
import { ledgerSweeps } from '#core/ledger/jobs.ts'
import { paymentSweeps } from '#resources/payments/jobs.ts'
import { payoutSweeps } from '#resources/payouts/jobs.ts'
import { recoverySweeps } from '#resources/provider_callbacks/jobs.ts'
import { redactionSweeps } from '#resources/redaction/jobs.ts'
import { refundSweeps } from '#resources/refunds/jobs.ts'

export const sweeps: readonly Sweep[] = [
  ...recoverySweeps,
  ...paymentSweeps,
  ...refundSweeps,
  ...disputeSweeps,
  ...fileSweeps,
  ...payoutSweeps,
  ...redactionSweeps,
  ...ledgerSweeps,
]
