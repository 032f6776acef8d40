#!/usr/bin/env node
// The command line: reads the configuration and runs a command.
import { Command } from 'commander'
import { runApi } from '#roles/api/api.ts'
import { createServices } from '#app.ts'
import { type Config, readConfig } from '#config.ts'
import { recordCommand, withAudit } from '#roles/commands/audit.ts'
import { addAuditCommands } from '#roles/commands/audit_trail.ts'
import { explain } from '#roles/commands/explain.ts'
import { addInvoiceCommands } from '#roles/commands/invoices.ts'
import { addOrganizationCommands } from '#roles/commands/organizations.ts'
import { addAnalyticsCommands } from '#roles/commands/rebuild_analytics.ts'
import { addUsersCommands } from '#roles/commands/users.ts'
import { variables } from '#roles/commands/variables.ts'
import { addVaultCommands } from '#roles/commands/vault.ts'
import { logReader } from '#roles/doctor/bank_log.ts'
import { checkAccounts } from '#roles/doctor/provider_accounts.ts'
import { runDoctor } from '#roles/doctor/run.ts'
import { checkSetup, describeChecks } from '#roles/doctor/setup.ts'
import { type Services, systemContext } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { RELEASE } from '#http/health.ts'
import { createLog } from '#kernel/log.ts'
import { grantRoles, migrate } from '#kernel/migrate.ts'
import { scopes } from '#http/authenticate.ts'
import { createApiKey } from '#resources/accounts/api_keys/create.ts'
import { parseApiKey } from '#resources/accounts/api_keys/order.ts'
import { allApiKeys } from '#resources/accounts/api_keys/read.ts'
import { revokeApiKey } from '#resources/accounts/api_keys/revoke.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import { getMerchant, listMerchants } from '#resources/accounts/merchants/read.ts'
import { updateMerchant } from '#resources/accounts/merchants/update.ts'
import { runSandbox, type SandboxOptions } from '#roles/sandbox/run.ts'
import { UsageError } from '#errors.ts'
import { resolveOperation } from '#core/operations/resolve.ts'
import { assertDeployment } from '#core/vault/deployment.ts'
import { decryptVaultKeys } from '#core/vault/kms.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { runWorker } from '#roles/worker/worker.ts'

/** Every command; tests run most of them in process. */
export const florin = new Command('florin-server')
  .description('An open-source payment processor: one JSON-over-HTTP API on one PostgreSQL.')
  .version(RELEASE)
  .showHelpAfterError('(florin-server --help lists the commands)')
  .addHelpText(
    'after',
    '\nEach command reads its configuration from the environment: `florin-server api --help` lists the variables.\nTo begin: docs/guides/first-call.md. To run it: docs/operations/running.md.',
  )

florin
  .command('api')
  .description('serve the API until SIGTERM')
  .addHelpText('after', variables())
  .action(async () => runApi(await config()))

florin
  .command('worker')
  .description('run background work until SIGTERM: webhooks, retries, expirations; run one or more')
  .addHelpText('after', variables())
  .action(async () => runWorker(await config()))

florin
  .command('migrate')
  .description('run pending migrations on the database at DATABASE_URL')
  .option('--roles', 'also create the database roles of api and worker, and give them their rights')
  .addHelpText('after', '\nBack up the database first: docs/operations/running.md#migrate')
  .action(async (options: { roles?: boolean }) => {
    // It needs no secret.
    const { FLORIN_SECRET_FILE: _, ...env } = process.env
    const { database_url } = readConfig({ ...env, FLORIN_SECRET: makeSecret() })
    await migrate(database_url, console.log)
    await migrateEngine(database_url)
    if (!options.roles) return
    await grantRoles(database_url)
    console.log('The roles florin_api and florin_worker have their rights.')
  })

const merchants = florin.command('merchants').description('manage merchants')

merchants
  .command('create')
  .description('create a merchant with a default profile and print its first keys')
  .requiredOption('--name <name>', 'the name of the merchant')
  .option('--organization <organization_id>', 'in this organization instead of one of its own')
  .option('--json', 'print one line of JSON')
  .action((options: { name: string; organization?: string; json?: boolean }) =>
    withServices(async (services) => {
      const { name: merchant_name, organization: organization_id } = options
      const fields = {
        merchant_name,
        ...(organization_id === undefined ? {} : { organization_id }),
      }
      const context = { ...withAudit(services, 'merchants create', {}, fields), ...randomIds }
      const made = await createMerchant(context, fields)
      if (options.json) return console.log(JSON.stringify(made))
      for (const [field, value] of Object.entries(made)) console.log(`${field.padEnd(26)}${value}`)
      console.log(
        '\nStore api_key and payment_response_hash_key now: these two secrets are not shown again.',
      )
    }),
  )

merchants
  .command('list')
  .description('list all merchants, oldest first')
  .option('--json', 'print one line of JSON for each merchant')
  .action(({ json }: { json?: boolean }) =>
    withServices(async ({ db }) => {
      for (let page = await listMerchants(db); page.length > 0; ) {
        for (const each of page) {
          const { merchant_id, status, merchant_name } = each
          const line = `${merchant_id}  ${status.padEnd(9)}  ${merchant_name}`
          console.log(json ? JSON.stringify(each) : line)
        }
        page = await listMerchants(db, page.at(-1)?.merchant_id)
      }
    }),
  )

merchants
  .command('show')
  .description('print a merchant and its keys')
  .argument('<merchant_id>')
  .action((merchant_id: string) =>
    withServices(async (services) => {
      const merchant = await getMerchant(services.db, merchant_id)
      const keys = await allApiKeys(await systemContext(services, merchant_id))
      console.log(JSON.stringify({ ...merchant, keys }, null, 2))
    }),
  )

for (const [verb, status, effect] of [
  ['suspend', 'suspended', 'refuse every key of a merchant and hold its payouts'],
  ['resume', 'active', 'accept the keys of a suspended merchant again and send its payouts'],
] as const) {
  merchants
    .command(verb)
    .description(effect)
    .argument('<merchant_id>')
    .action((merchant_id: string) =>
      withServices(async (services) => {
        const audited = withAudit(services, `merchants ${verb}`, { merchant_id })
        await updateMerchant(audited, merchant_id, { status })
        console.log(`The merchant ${merchant_id} is ${status}; every process knows it.`)
      }),
    )
}

addOrganizationCommands(florin, withServices, print)
addInvoiceCommands(florin, withServices, print)

const keys = florin.command('keys').description('manage the API keys of a merchant')

keys
  .command('create')
  .description('create an API key and print it')
  .argument('<merchant_id>')
  .requiredOption('--name <name>', 'the name of the key')
  .option('--scopes <scopes>', 'its scopes, separated by commas', '*')
  .option('--publishable', 'a key for browsers, without scopes')
  .option('--organization', 'a key that also reads the metrics of the whole organization')
  .action((merchant_id: string, { name, scopes, publishable, organization }: NewKeyOptions) =>
    withServices(async (services) => {
      const { organization_id } = await getMerchant(services.db, merchant_id)
      const wanted = {
        ...(publishable
          ? { type: 'publishable' as const }
          : { scopes: checkScopes(scopes.split(',')) }),
        ...(organization ? { organization } : {}),
      }
      const audited = withAudit(services, 'keys create', { merchant_id }, { name, ...wanted })
      const context = await systemContext(audited, merchant_id)
      const caller = { ...context.caller, organization_id }
      const order = parseApiKey({ name, ...wanted }, context.now).order()
      const { key_id, api_key } = await createApiKey({ ...context, caller }, order)
      console.log(`${key_id}  ${api_key}`)
    }),
  )

keys
  .command('revoke')
  .description('revoke one API key of a merchant, or all of them')
  .argument('<merchant_id>')
  .argument('[key_id]')
  .option('--all', 'every key, publishable ones too')
  .action((merchant_id: string, key_id: string | undefined, { all = false }: { all?: boolean }) =>
    withServices(async (services) => {
      if ((key_id !== undefined) === all) throw new UsageError('Give either a key_id or --all.')
      await getMerchant(services.db, merchant_id)
      const context = await systemContext(services, merchant_id)
      const ids =
        key_id === undefined ? (await allApiKeys(context)).map((key) => key.key_id) : [key_id]
      await Promise.all(
        ids.map((id) => {
          const audited = withAudit(services, 'keys revoke', { merchant_id, key_id: id })
          return revokeApiKey({ ...context, ...audited }, id)
        }),
      )
      console.log(`Revoked: ${ids.length} key(s) of ${merchant_id}; no process accepts them.`)
    }),
  )

addUsersCommands(florin, withServices, print)

addAuditCommands(florin, withServices, print)

interface NewKeyOptions {
  name: string
  scopes: string
  publishable?: boolean
  organization?: boolean
}

function print(line: string): void {
  console.log(line)
}

async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const services = createServices(await config(), createLog('warn'))
  try {
    await assertDeployment(services)
    await work(services)
  } finally {
    services.provider.close()
    await Promise.all([services.db.close(), services.lists.db.close()])
  }
}

function checkScopes(wanted: string[]): string[] {
  const unknown = wanted.find((scope) => scope !== '*' && !scopes.some((known) => known === scope))
  if (unknown === undefined) return wanted
  throw new UsageError(`There is no scope ${unknown}. Scopes: *, ${scopes.join(', ')}.`)
}

addVaultCommands(florin, { withServices, config, print })

addAnalyticsCommands(florin, withServices, print)

florin
  .command('doctor')
  .description('check the deployment: configuration, database, clock, storage, worker')
  .option('--books', "check every merchant's payments, transfers and events instead")
  .option('--bank-log <file or url>', "compare every amount with the provider's log")
  .option('--accounts', "compare every provider account with its provider's list")
  .option(
    '--adopt',
    "record and reverse operations that are only in the provider's log, after a failover or a restore",
  )
  .option('--json', 'print JSON')
  .action(async (options: DoctorOptions) => {
    if (!options.books && (options.bankLog !== undefined || options.adopt || options.accounts)) {
      throw new UsageError('--bank-log, --accounts and --adopt go with --books.')
    }
    const settings = await config()
    const services = createServices(settings, createLog(options.books ? 'warn' : 'silent'))
    try {
      if (!options.books) return await printChecks(services, settings, options)
      if (options.adopt) await recordCommand(services, 'doctor --books --adopt', {})
      const readLog = logReader(options, settings)
      const { text, is_well } = await runDoctor(services, { ...options, readLog })
      console.log(text)
      const accounts = options.accounts ? await checkAccounts(services) : WELL
      if (accounts.text) console.log(accounts.text)
      if (!is_well || !accounts.is_well) process.exitCode = 1
    } finally {
      services.provider.close()
      services.accounts.close()
      await services.db.close()
    }
  })

florin
  .command('operations')
  .description('manage calls to the provider')
  .command('resolve')
  .description('record what the provider did for a call without an outcome; ask the provider first')
  .argument('<merchant_id>')
  .argument('<operation_id>')
  .option('--moved <amount>', 'the amount that moved, in minor units')
  .option('--nothing-moved', 'nothing moved, and the provider will not carry it out any more')
  .action((merchant_id: string, operation_id: string, options: ResolveOptions) =>
    resolve(merchant_id, operation_id, options),
  )

florin
  .command('secret')
  .description('print a new random value for FLORIN_SECRET')
  .action(() => console.log(makeSecret()))

florin
  .command('sandbox')
  .description('start a complete sandbox: PostgreSQL, a fresh database, a merchant, the API')
  .option('--json', 'print one line of JSON when ready, and nothing else')
  .option(
    '--port <port>',
    'the port of the API (default: 8080 if free, otherwise any free port; with --json any free port)',
  )
  .option('--quiet', 'print no line for each request and each webhook delivery')
  .option('--keep <folder>', 'keep database, files and keys in this folder for the next start')
  .option('--demo [days]', 'make a history of two shops first, of 90 days unless given')
  .action((options: SandboxOptions) => runSandbox(options))

interface ResolveOptions {
  moved?: string
  nothingMoved?: boolean
}

async function resolve(
  merchant_id: string,
  operation_id: string,
  { moved, nothingMoved = false }: ResolveOptions,
): Promise<void> {
  if ((moved !== undefined) === nothingMoved || (moved !== undefined && !/^\d+$/.test(moved))) {
    throw new UsageError('Give either --moved <amount in minor units> or --nothing-moved.')
  }
  const services = createServices(await config(), createLog('warn'))
  try {
    const about = {
      merchant_id,
      operation_id,
      moved: moved === undefined ? undefined : Number(moved),
    }
    const audited = withAudit(
      services,
      'operations resolve',
      { merchant_id, operation_id },
      { moved: moved ?? null },
    )
    console.log(await resolveOperation(audited, services.registry.settlers, about))
  } finally {
    services.provider.close()
    await services.db.close()
  }
}

const WELL = { text: '', is_well: true }

interface DoctorOptions {
  accounts?: boolean
  books?: boolean
  bankLog?: string
  adopt?: boolean
  json?: boolean
}

async function printChecks(services: Services, settings: Config, { json = false }: DoctorOptions) {
  const checks = await checkSetup(services, settings)
  console.log(json ? JSON.stringify(checks) : describeChecks(checks))
  if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1
}

function config(): Promise<Config> {
  return decryptVaultKeys(readConfig(process.env))
}

if (import.meta.main) {
  try {
    await florin.parseAsync()
  } catch (error) {
    console.error(explain(error))
    // A server that started before the failure would keep the process alive, half configured.
    process.exit(1)
  }
}
