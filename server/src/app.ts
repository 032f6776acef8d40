// Builds the HTTP app from the resource folders; the api process and the tests use the same.
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { keyFinder, keyMover, lastUseRecorder } from '#resources/accounts/api_keys/directory.ts'
import { type Anchors, anchorTarget } from '#resources/accounts/audit/anchor_target.ts'
import type { Config } from '#config.ts'
import type { VaultKey } from '#kernel/settings.ts'
import type { Gate } from '#http/admit.ts'
import { Authenticator } from '#http/authenticate.ts'
import { withMacs } from '#http/audit.ts'
import { healthRoutes, RELEASE } from '#http/health.ts'
import { registerDashboard } from '#http/dashboard.ts'
import { registerMcp } from '#http/mcp/server.ts'
import { registerPublic } from '#http/public.ts'
import { RateLimit, toRateLimits } from '#http/rate_limit.ts'
import { RequestLog } from '#http/request_log.ts'
import type { Route } from '#http/route.ts'
import { createServer } from '#http/server.ts'
import { allowsLoopback, isLocalSandbox } from '#kernel/addresses.ts'
import { type Clock, MINUTE_MS, monotonicMs, systemClock } from '#kernel/clock.ts'
import { toCommits, Committer } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { Keyring, makeSecret } from '#kernel/crypto.ts'
import { Database } from '#kernel/db.ts'
import { Leased } from '#kernel/lease.ts'
import type { Log } from '#kernel/log.ts'
import { Passwords } from '#kernel/passwords.ts'
import { startTracing } from '#kernel/trace.ts'
import { Turns } from '#kernel/turns.ts'
import { MerchantClocks } from '#kernel/merchant_clocks.ts'
import { sessionDirectory } from '#resources/people/sessions/directory.ts'
import { EventHub } from '#resources/notifications/event_stream/hub.ts'
import { versionPinner } from '#resources/accounts/merchants/update.ts'
import { openAccounts, type ProviderSettings } from '#resources/accounts/connectors/open.ts'
import type { ConnectorRow } from '#resources/accounts/connectors/read.ts'
import type { Routing } from '#resources/accounts/routing/decide.ts'
import type { LeasedProfile } from '#resources/accounts/profiles/read.ts'
import { createBank } from '#core/providers/bank/bank.ts'
import { createInstant } from '#core/providers/instant.ts'
import { createNone } from '#core/providers/none.ts'
import { registry } from '#resources/resources.ts'
import type { Provider } from '#core/providers/provider.ts'
import { createMailer, type Mailer } from '#core/mail/mailer.ts'
import { createOidc, type Oidc } from '#core/oidc/oidc.ts'
import { createDisk } from '#core/storage/disk.ts'
import { createS3 } from '#core/storage/s3.ts'
import type { Storage } from '#core/storage/storage.ts'
import { Vault } from '#core/vault/vault.ts'
import { type WrappingKeys, wrappingKeys } from '#core/vault/wrapping_keys.ts'

/** Switches traces on for this process if a collector is configured. */
export async function startTraces(
  { otlp_endpoint: endpoint, otlp_headers = {}, traces_share: ratio, environment, cell }: Config,
  log: Log,
  role: 'api' | 'worker',
): Promise<void> {
  if (endpoint === undefined) return
  const resource = {
    'service.name': `florin-${role}`,
    'service.version': RELEASE,
    'deployment.environment.name': environment,
    'florin.cell': cell,
  }
  let silent_until_ms = 0
  const lost = (spans: number, reason: string) => {
    if (monotonicMs() < silent_until_ms) return
    silent_until_ms = monotonicMs() + MINUTE_MS
    log.warn(
      { spans, reason },
      'traces: spans were dropped; requests are not affected, and florin_trace_spans_total counts the spans',
    )
  }
  await startTracing({ endpoint, headers: otlp_headers, ratio, resource, lost })
}

export const routes: readonly Route[] = [...healthRoutes, ...registry.routes]

/** A list that takes longer is refused: it would hold up other merchants' lists, which may wait behind it. */
const LISTS = { connections: 2, statement_timeout_ms: 1_500, answer_ms: 20_000 }
/** One merchant's scans take at most 20 % of the time. */
const SCAN_PAUSES = 4

export function createServices(config: Config, log: Log, clock: Clock = systemClock): Services {
  const { environment, cell, secret, statement_timeout_ms } = config
  const webhook_loopback = allowsLoopback(config)
  const { database_url: url, database_connections: connections } = config
  const db = new Database({ url, connections, log, statement_timeout_ms })
  const lists = {
    db: new Database({ url, log, ...LISTS }),
    scans: new Turns(SCAN_PAUSES),
  }
  const committer = new Committer(db)
  const keyring = new Keyring(...secret)
  const clocks = new MerchantClocks(db, clock, environment === 'sandbox')
  const commits = toCommits(withMacs(committer.commit, keyring))
  const vault = new Vault({ db, ...commits, clocks }, deriveVaultKeys(config, keyring))
  const storage = createStorage(config, log)
  const provider = createProvider(config, log)
  const connectors = new Leased<readonly ConnectorRow[]>()
  const provider_settings = readProviderSettings(config)
  const accounts = openAccounts({ db, vault, connectors, provider_settings, log, clock })
  const public_url = config.public_url ?? ''
  const { guest_retention_days } = config
  const parts = {
    db,
    lists,
    ...commits,
    commit_stats: committer.stats,
    passwords: new Passwords(),
    keyring,
    vault,
    storage,
    provider,
    accounts,
    connectors,
    provider_settings,
    routings: new Leased<Routing>(),
    profiles: new Leased<LeasedProfile>(),
    guest_retention_days,
    mailer: openMailer(config),
    require_mail: config.require_mail,
    oidc: openOidc(config, clock, log),
    anchors: openAnchors(config, log),
    event_hub: new EventHub({ db, log }),
  }
  return { environment, webhook_loopback, cell, ...parts, registry, public_url, clock, clocks, log }
}

function openMailer(config: Config): Mailer | undefined {
  const { smtp_url: url, mail_from: from, environment, plaintext_allowed = [] } = config
  if (url === undefined || from === undefined) return undefined
  const allows_plaintext = environment === 'sandbox' || plaintext_allowed.includes('smtp')
  return createMailer({ url, from, allows_plaintext })
}

function openOidc(config: Config, clock: Clock, log: Log): Oidc | undefined {
  const { oidc_issuer: issuer, oidc_client_id: client_id, oidc_name: name } = config
  const { oidc_client_secret: client_secret } = config
  if (issuer === undefined || client_id === undefined) return undefined
  if (client_secret === undefined || name === undefined) return undefined
  const acr_values = config.oidc_acr_values?.split(' ') ?? []
  return createOidc({ issuer, client_id, client_secret, name, acr_values, clock, log })
}

function openAnchors(config: Config, log: Log): Anchors {
  const { audit_anchor: place, audit_anchor_minutes: minutes } = config
  const openBucket = (bucket: string) => openBucketStorage(config, bucket, log)
  const open = (each: string) =>
    anchorTarget(each, { allow_loopback: allowsLoopback(config), openBucket })
  const target = place === undefined ? undefined : open(place)
  return { target, interval_ms: minutes * MINUTE_MS, open }
}

function createStorage(config: Config, log: Log): Storage {
  const { s3_bucket: bucket, files_dir } = config
  if (bucket === undefined) return createDisk(files_dir ?? join(tmpdir(), 'florin-files'))
  return openBucketStorage(config, bucket, log)
}

function openBucketStorage(config: Config, bucket: string, log: Log): Storage {
  const { s3_region: region, s3_endpoint: endpoint } = config
  const { s3_access_key_id: accessKeyId, s3_secret_access_key: secretAccessKey } = config
  const credentials =
    accessKeyId !== undefined && secretAccessKey !== undefined
      ? { accessKeyId, secretAccessKey }
      : undefined
  const path_style = config.s3_path_style === 'yes'
  return createS3({ bucket, region, endpoint, credentials, path_style, log })
}

function createProvider(config: Config, log: Log): Provider {
  if (config.provider === 'instant') {
    return createInstant({ sandbox: config.environment === 'sandbox' })
  }
  const { bank_url: url, bank_key: key, bank_callback_secret: callback_secret } = config
  if (url === undefined || key === undefined || callback_secret === undefined) return createNone()
  return createBank({ url, key, callback_secret, log })
}

function readProviderSettings(config: Config): ProviderSettings {
  const { bank_url, bank_callback_secret, stripe_url, adyen_url } = config
  const urls = {
    ...(bank_url === undefined ? {} : { bank: { bank: bank_url } }),
    ...(stripe_url === undefined ? {} : { stripe: { api: stripe_url } }),
    ...(adyen_url === undefined ? {} : { adyen: { checkout: adyen_url, disputes: adyen_url } }),
  }
  return { urls, bank_callback_secret }
}

/** The keys derived from the secrets come last: they open what was stored while FLORIN_VAULT_KEYS was empty. */
export function deriveVaultKeys({ vault_keys = [] }: Config, keyring: Keyring): WrappingKeys {
  const derived = keyring.all.flatMap((each) => {
    const key = each.key('vault')
    // Rows from earlier versions have the id `derived`, whatever the secret.
    return [
      { id: `derived_${each.id}`, key },
      { id: 'derived', key },
    ]
  })
  return wrappingKeys([...vault_keys.map(assertDecrypted), ...derived])
}

function assertDecrypted({ id, key }: VaultKey): { id: string; key: Buffer } {
  if (Buffer.isBuffer(key)) return { id, key }
  throw new Error(`vault: the key ${id} was not decrypted; call decryptVaultKeys first`)
}

export function createApp(config: Config, services: Services): FastifyInstance {
  const gate = createGate(config, services)
  const request_log = config.request_log ? openRequestLog(config, services.log) : undefined
  const app = createServer({ services, gate, routes, trust_proxy: config.trust_proxy, request_log })
  registerPublic(app, routes)
  registerMcp(app, routes)
  registerDashboard(app)
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo
    services.public_url ||= `http://${config.host}:${port}`
  })
  // Before the server waits for open connections to end.
  app.addHook('preClose', async () => services.event_hub.close())
  app.addHook('onClose', async () => {
    await request_log?.close()
    services.provider.close()
    services.accounts.close()
    await gate.rate_limit.close()
    await Promise.all([services.db.close(), services.lists.db.close()])
  })
  return app
}

/** One connection, so that the log uses at most one PostgreSQL process. */
const REQUEST_LOG = {
  connections: 1,
  statement_timeout_ms: 2_000,
  answer_ms: 1_000,
  is_lazy: true,
}

function openRequestLog({ database_url: url }: Config, log: Log): RequestLog {
  return new RequestLog({ db: new Database({ url, log, ...REQUEST_LOG }), log })
}

function createGate(config: Config, services: Services): Gate {
  const directory = {
    find: keyFinder(services),
    move: keyMover(services),
    used: lastUseRecorder(services),
    pin: versionPinner(services),
  }
  const { environment, keyring, log } = services
  return {
    authenticator: new Authenticator(environment, keyring, directory),
    directory,
    sessions: sessionDirectory(services),
    rate_limit: new RateLimit({ redis_url: config.redis_url, log }),
    limits: toRateLimits(config),
    admin_keys: config.admin_key ?? [],
    is_local: isLocalSandbox(config),
    agent_token: makeSecret(),
    draining: false,
  }
}
