import type { Services } from '../kernel/context.ts'
import { takeInDispute } from '../disputes/take_in.ts'
import { findOperation } from '../operations/find.ts'
import type { News } from '../providers/provider.ts'
import { settleNews } from './settlers.ts'

/** News of the provider, whichever way it came; taken in twice it changes nothing more. */
export async function takeIn(services: Services, merchant_id: string, news: News): Promise<void> {
  if (news.type === 'dispute') return takeInDispute(services, merchant_id, news.dispute)
  const operation = await findOperation(services.db, merchant_id, news.operation_id)
  // What we never asked for is not an error of the provider's: it need not tell us again.
  if (operation) await settleNews(services, operation, news.outcome)
}
