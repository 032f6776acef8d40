import type { Services } from '../kernel/context.ts'
import { askAbout } from '../operations/ask.ts'
import { claimDueOperations } from '../operations/find.ts'
import { settleNews } from './settlers.ts'

/** What the provider did not tell, it is asked: one round of what is due, oldest first. */
export async function recoverOperations(services: Services, most: number): Promise<number> {
  const due = await claimDueOperations(services.db, services.clock.now(), most)
  await Promise.all(
    due.map(async (operation) => {
      try {
        await settleNews(services, operation, await askAbout(services, operation))
      } catch (err) {
        // One that cannot be settled must not keep the others from it.
        const { operation_id } = operation
        services.log.error({ err, operation_id }, 'an operation could not be settled')
      }
    }),
  )
  return due.length
}
