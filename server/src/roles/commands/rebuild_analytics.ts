// `florin-server analytics rebuild`: starts the rebuilds first, so that workers continue them if this process ends.
import type { Command } from 'commander'
import type { Services } from '#kernel/context.ts'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { getMerchant, listMerchants } from '#resources/accounts/merchants/read.ts'
import { recordCommand } from './audit.ts'

/** `run` gives the command its services and closes them. */
export function addAnalyticsCommands(
  florin: Command,
  run: (work: (services: Services) => Promise<void>) => Promise<void>,
  print: (line: string) => void,
): void {
  florin
    .command('analytics')
    .description('manage the analytics sums')
    .command('rebuild')
    .description(
      'count all payments, refunds and disputes again; workers continue if it is stopped',
    )
    .option('--merchant <merchant_id>', 'of this merchant only')
    .action(({ merchant }: { merchant?: string }) =>
      run(async (services) => {
        if (merchant !== undefined) await getMerchant(services.db, merchant)
        await recordCommand(services, 'analytics rebuild', { merchant: merchant ?? null })
        await rebuildAnalytics(services, merchant, print)
      }),
    )
}

async function rebuildAnalytics(
  services: Services,
  merchant_id: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const merchants = merchant_id === undefined ? await allMerchants(services) : [merchant_id]
  for (const each of merchants) await startRebuild(services, each)
  print(
    `Started: ${merchants.length} merchant(s). Stop this command at any time: workers continue.`,
  )
  for (const each of merchants) {
    let shown = ''
    await finishRebuild(services, each, ({ state, queued }) => {
      const line = `${each}  ${state}: ${queued} object(s) queued`
      if (line !== shown) print(line)
      shown = line
    })
  }
  print(`Done: the analytics of ${merchants.length} merchant(s) are complete.`)
}

async function allMerchants({ db }: Services): Promise<string[]> {
  const ids: string[] = []
  for (let page = await listMerchants(db); page.length > 0; ) {
    ids.push(...page.map((each) => each.merchant_id))
    page = await listMerchants(db, page.at(-1)?.merchant_id)
  }
  return ids
}
