// `florin-server audit`: prints the audit trail, verifies it, and accepts what cannot be verified.
import type { Command } from 'commander'
import { type Services, systemContext } from '#kernel/context.ts'
import { acceptChain, needsAcceptance } from '#resources/accounts/audit/accept.ts'
import { compareAnchors } from '#resources/accounts/audit/compare_anchors.ts'
import { listAudit } from '#resources/accounts/audit/read.ts'
import type { ChainHead } from '#resources/accounts/audit/verify.ts'
import { getMerchant, listMerchants } from '#resources/accounts/merchants/read.ts'
import { checkChain, describeChains } from '#roles/doctor/audit.ts'
import { UsageError } from '#errors.ts'
import { DEPLOYMENT, recordCommand } from './audit.ts'

type Print = (line: string) => void

/** `run` gives the command its services and closes them. */
export function addAuditCommands(
  florin: Command,
  run: (work: (services: Services) => Promise<void>) => Promise<void>,
  print: Print,
): void {
  const audit = florin
    .command('audit')
    .description("print a merchant's audit trail, or that of the whole deployment, newest first")
    .argument('[merchant_id]')
    .option('--after <audit_id>', 'the page after this entry')
    .action((merchant_id: string = DEPLOYMENT, { after }: { after?: string }) =>
      run(async (services) => {
        const context = await systemContext(services, merchant_id)
        const page = { limit: 100, ...(after === undefined ? {} : { starting_after: after }) }
        for (const entry of (await listAudit(context, page)).data) print(JSON.stringify(entry))
      }),
    )
  audit
    .command('verify')
    .description('check the entries, seals and signatures of one audit trail, or of all')
    .argument('[merchant_id]')
    .option('--anchor <place>', 'compare with anchors: a file, or s3://bucket/object')
    .action((merchant_id: string | undefined, { anchor }: { anchor?: string }) =>
      run(async (services) => {
        const anchors = anchor === undefined ? undefined : openAnchors(services, anchor)
        const chains = await verifyAll(services, merchant_id, print)
        for (const line of describeChains(chains)) print(line)
        if (anchors !== undefined) await compareWith(services, anchors, print)
        print(process.exitCode === 1 ? 'There are violations: see above.' : 'No violations.')
      }),
    )
  audit
    .command('accept')
    .description(
      'show what cannot be verified; with --yes sign a record that accepts it: once after an upgrade, or after an incident',
    )
    .argument('[merchant_id]')
    .option('--yes', 'sign the record')
    .action((merchant_id: string | undefined, { yes = false }: { yes?: boolean }) =>
      run((services) => acceptAll(services, merchant_id, yes, print)),
    )
}

/** The deployment, and every merchant. */
async function* chainsOf({ db }: Services, merchant_id: string | undefined): AsyncIterable<string> {
  if (merchant_id !== undefined) {
    await getMerchant(db, merchant_id)
    yield merchant_id
    return
  }
  yield DEPLOYMENT
  for (let page = await listMerchants(db); page.length > 0; ) {
    for (const each of page) yield each.merchant_id
    page = await listMerchants(db, page.at(-1)?.merchant_id)
  }
}

async function verifyAll(
  services: Services,
  merchant_id: string | undefined,
  print: Print,
): Promise<ChainHead[]> {
  const chains: ChainHead[] = []
  for await (const each of chainsOf(services, merchant_id)) {
    const report = reporter(each, print)
    chains.push(await checkChain(services, each, report))
  }
  return chains
}

/** Prints a violation, which makes the exit code 1. */
function reporter(merchant_id: string, print: Print) {
  return (message: string) => {
    print(`${merchant_id || 'the deployment'}  ${message}`)
    process.exitCode = 1
  }
}

interface OpenAnchors {
  readonly name: string
  readonly lines: AsyncIterable<string>
}

function openAnchors({ anchors }: Services, place: string): OpenAnchors {
  const { name, read } = anchors.open(place)
  if (read === undefined) throw new UsageError('--anchor must be a file or s3://bucket/object.')
  return { name, lines: readable(name, read()) }
}

async function* readable(name: string, lines: AsyncIterable<string>): AsyncIterable<string> {
  try {
    yield* lines
  } catch (error) {
    throw new UsageError(`${name} could not be read: ${(error as Error).message}`)
  }
}

async function compareWith(
  services: Services,
  { name, lines }: OpenAnchors,
  print: Print,
): Promise<void> {
  const findings = compareAnchors(services, lines)
  for (;;) {
    const { done, value } = await findings.next()
    if (!done) {
      print(`${name}  ${value}`)
      process.exitCode = 1
      continue
    }
    const { anchors, seals, unknown, newest } = value
    if (anchors === 0) throw new UsageError(`${name} has no anchor for this deployment.`)
    print(`${anchors} anchor(s) with ${seals} seal(s) compared; the newest is from ${newest}.`)
    if (unknown > 0)
      print(
        `${unknown} of them are signed with a secret that is not configured: compared, not verified.`,
      )
    return
  }
}

async function acceptAll(
  services: Services,
  merchant_id: string | undefined,
  yes: boolean,
  print: Print,
): Promise<void> {
  if (yes) await recordCommand(services, 'audit accept', { merchant: merchant_id ?? null })
  let count = 0
  for await (const each of chainsOf(services, merchant_id)) {
    const name = each || 'the deployment'
    const chain = await checkChain(services, each, (message) => print(`${name}  ${message}`))
    if (!needsAcceptance(chain)) continue
    count += 1
    if (!yes) continue
    const record = await acceptChain(services, chain)
    print(
      record === undefined
        ? `${name}  has grown meanwhile: run the command again`
        : `${name}  accepted up to seal ${record.seal_no}; signatures are verified from seal ${record.verified_from} on`,
    )
  }
  if (count === 0) print('There is nothing to accept.')
  else if (!yes) print(`${count} audit trail(s) need it. Read the list above, then add --yes.`)
}
