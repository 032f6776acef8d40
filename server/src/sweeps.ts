// Everything that happens because its time has come, from all folders.
import { disputeSweeps } from './disputes/jobs.ts'
import type { Sweep } from './kernel/sweeps.ts'
import { fileSweeps } from './files/jobs.ts'
import { ledgerSweeps } from './ledger/jobs.ts'
import { paymentSweeps } from './payments/jobs.ts'
import { payoutSweeps } from './payouts/jobs.ts'
import { recoverySweeps } from './provider_callbacks/jobs.ts'
import { redactionSweeps } from './redaction/jobs.ts'
import { refundSweeps } from './refunds/jobs.ts'

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
