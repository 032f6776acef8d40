import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { openClient } from '../session.ts'
import type { Terminal } from '../terminal.ts'
import { CliFailure, EXIT } from '../failure.ts'

/** Pages of the dashboard, by the prefix of an id or by name. */
const pages: Readonly<Record<string, string>> = {
  pay: 'payments',
  ref: 'refunds',
  cus: 'customers',
  plink: 'payment-links',
  sub: 'subscriptions',
  inv: 'invoices',
  dp: 'disputes',
  po: 'payouts',
  evt: 'events',
  key: 'api-keys',
  aud: 'audit',
}

const lists = [
  ...Object.values(pages),
  'analytics',
  'balances',
  'webhooks',
  'settings',
  'test-cards',
]

export function addOpen(program: Command, io: Terminal): void {
  program
    .command('open [id]')
    .description('open an object or a page in the dashboard: an id, or a page such as payments')
    .option('--print', 'print the URL, and open no browser')
    .addHelpText('after', `\nPages: ${lists.join(', ')}.`)
    .action(async (id: string | undefined, options: { print?: boolean }, command: Command) => {
      const { base_url } = (await openClient(io, command)).access
      const url = `${base_url.replace(/\/$/, '')}/dashboard${toPath(id)}`
      io.print(url)
      if (!options.print) openBrowser(url)
    })
}

function toPath(id: string | undefined): string {
  if (id === undefined) return '/'
  if (lists.includes(id)) return `/${id}`
  const [prefix = ''] = id.split('_')
  const page = pages[prefix]
  if (page !== undefined) return `/${page}/${encodeURIComponent(id)}`
  throw new CliFailure(
    `${id} is neither an id that the dashboard shows nor a page.`,
    `Write an id with one of the prefixes ${Object.keys(pages).join(', ')}, or a page: ${lists.join(', ')}.`,
    EXIT.usage,
  )
}

/** Without a browser, as in CI, the printed URL is enough. */
function openBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
