import type { Services } from '../kernel/context.ts'
import { takeInDispute } from '../disputes/take_in.ts'
import { findOperation } from '../operations/read.ts'
import { settleOperation } from '../operations/settle.ts'
import type { News } from '../providers/provider.ts'
import { settlers } from './settlers.ts'

/** An event of the provider, whichever way it came; handled twice it changes nothing more. */
export async function takeIn(services: Services, merchant_id: string, news: News): Promise<void> {
  if (news.type === 'dispute') return takeInDispute(services, merchant_id, news.dispute)
  const operation = await findOperation(services.db, merchant_id, news.operation_id)
  if (operation) return settleOperation(services, settlers[operation.kind], operation, news.outcome)
  // It may be somebody else's; if it is ours and was lost, the doctor finds it in the provider's log.
  const { operation_id } = news
  services.log.error({ merchant_id, operation_id }, 'provider event for an unknown operation')
}
