// `florin-server invoices`: void an invoice that nothing waits for.
import type { Command } from 'commander'
import { type Services, systemContext } from '#kernel/context.ts'
import { getMerchant } from '#resources/accounts/merchants/read.ts'
import { voidLeft } from '#resources/billing/subscriptions/void_left.ts'
import { withAudit } from './audit.ts'

/** `run` gives the command its services and closes them. */
export function addInvoiceCommands(
  florin: Command,
  run: (work: (services: Services) => Promise<void>) => Promise<void>,
  print: (line: string) => void,
): void {
  florin
    .command('invoices')
    .description('manage invoices')
    .command('void')
    .description('void an open invoice that no subscription waits for, and return its credit')
    .argument('<merchant_id>')
    .argument('<invoice_id>')
    .action((merchant_id: string, invoice_id: string) =>
      run(async (services) => {
        await getMerchant(services.db, merchant_id)
        const audited = withAudit(services, 'invoices void', { merchant_id, invoice_id })
        const context = await systemContext(audited, merchant_id)
        const { status } = await voidLeft(context, invoice_id)
        print(`The invoice ${invoice_id} is ${status}.`)
      }),
    )
}
