import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { expiryTimer } from '#resources/accounts/api_keys/expiry_notice.ts'
import { userMails } from './kinds.ts'
import { reportDisputes } from './report_disputes.ts'
import { reportExpiringKey } from './report_expiring_keys.ts'

export const teamMails: Resource = {
  mails: userMails,
  sweeps: [
    dueSweep({
      name: 'keys that expire soon',
      period_ms: 10_000,
      timer: expiryTimer,
      act: reportExpiringKey,
    }),
  ],
  reactions: [{ name: 'mails about disputes', on: ['dispute_opened'], run: reportDisputes }],
}
