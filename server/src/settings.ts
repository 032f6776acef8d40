// All environment variables. The reference page is generated from this table.
import {
  address,
  headers,
  integer,
  isYes,
  list,
  oneOf,
  optional,
  ratePerMinute,
  secrets,
  setting,
  type Setting,
  share,
  text,
  vaultKeys,
} from '#kernel/settings.ts'

const ANCHOR_PLACE = /^(file:(\/\/)?\/[^/].*|s3:\/\/[a-z0-9][a-z0-9.-]+(\/.*)?|https?:\/\/.+)$/

export const settings = {
  environment: setting({
    name: 'FLORIN_ENVIRONMENT',
    about:
      'The environment of this deployment. It creates and accepts only the keys of this environment: `snd_` for sandbox, `prd_` for production.',
    fallback: 'sandbox',
    parse: oneOf('sandbox', 'production'),
  }),
  database_url: setting({
    name: 'DATABASE_URL',
    about:
      'The PostgreSQL database, version 15 or newer: the only system of record. In production with `?sslmode=verify-full`, unless it is on this machine.',
    secret: true,
    parse: address('postgres:', 'postgresql:'),
  }),
  database_connections: setting({
    name: 'FLORIN_DATABASE_CONNECTIONS',
    about: 'Database connections per process. Statements are pipelined, so a few are enough.',
    fallback: '8',
    parse: integer(1, 100),
  }),
  statement_timeout_ms: setting({
    name: 'FLORIN_STATEMENT_TIMEOUT_MS',
    about:
      'The longest time that PostgreSQL may work on one statement. A process drops a connection that has not answered two seconds after that.',
    fallback: '20000',
    parse: integer(100, 60_000),
  }),
  redis_url: setting({
    name: 'REDIS_URL',
    about:
      'Redis or Valkey, for rate-limit counters that several api processes share. Without it, each process keeps its own counters.',
    fallback: '',
    secret: true,
    parse: optional(address('redis:', 'rediss:')),
  }),
  secret: setting({
    name: 'FLORIN_SECRET',
    about:
      'The root secret: 64 hexadecimal digits. The keys that hash API keys and encrypt stored secrets are derived from it. If it is lost, every API key and webhook secret is lost with it, and so is every stored card unless FLORIN_VAULT_KEYS is set. During a rotation: several, separated by commas, newest first; see the page Running Florin.',
    secret: true,
    parse: secrets,
  }),
  vault_keys: setting({
    name: 'FLORIN_VAULT_KEYS',
    about:
      'The keys that wrap the data keys of the vault, as `id:64 hexadecimal digits` or, decrypted by AWS KMS at the start, as `id:aws-kms:base64`; newest first, separated by commas. Empty: a key derived from FLORIN_SECRET; production does not start without one. To create and rotate them, see the page Running Florin.',
    fallback: '',
    secret: true,
    parse: optional(vaultKeys),
  }),
  admin_key: setting({
    name: 'FLORIN_ADMIN_KEY',
    about:
      'The key for the operator routes, such as `POST /accounts`. To replace it: several, separated by commas; each is accepted. Empty: these routes are closed.',
    fallback: '',
    secret: true,
    parse: optional(list(text(/^[\x21-\x7e]{32,200}$/, '32 to 200 visible characters'))),
  }),
  cell: setting({
    name: 'FLORIN_CELL',
    about:
      'The code of this cell. It is part of every merchant id and API key, so that a router in front of several cells can route by it.',
    fallback: 'c001',
    parse: text(/^[a-z0-9]{4}$/, 'four lower-case letters or digits'),
  }),
  host: setting({
    name: 'FLORIN_HOST',
    about: 'The address to listen on.',
    fallback: '127.0.0.1',
    parse: text(/^[0-9a-zA-Z.:-]+$/, 'an address or a host name'),
  }),
  port: setting({
    name: 'FLORIN_PORT',
    about: 'The port of the API; 0 picks any free port.',
    fallback: '8080',
    parse: integer(0, 65_535),
  }),
  metrics_port: setting({
    name: 'FLORIN_METRICS_PORT',
    about: 'The port of the Prometheus metrics of an api process; 0 picks any free port.',
    fallback: '9090',
    parse: integer(0, 65_535),
  }),
  worker_metrics_port: setting({
    name: 'FLORIN_WORKER_METRICS_PORT',
    about:
      'The port of the Prometheus metrics of a worker; 0 picks any free port. It differs from FLORIN_METRICS_PORT so that an api and a worker can run on one machine.',
    fallback: '9091',
    parse: integer(0, 65_535),
  }),
  metrics_host: setting({
    name: 'FLORIN_METRICS_HOST',
    about: 'The address that the metrics listen on. They need no key, so keep it private.',
    fallback: '127.0.0.1',
    parse: text(/^[0-9a-zA-Z.:-]+$/, 'an address or a host name'),
  }),
  public_url: setting({
    name: 'FLORIN_PUBLIC_URL',
    about:
      'The public base URL of this deployment, without a trailing slash. Callbacks of acquirers and redirects of browsers use it. Empty: the address that the api listens on.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  webhook_loopback: setting({
    name: 'FLORIN_WEBHOOK_LOOPBACK',
    about:
      'Whether webhooks may go to this machine, such as to `http://localhost:3000/hooks`. Empty: `yes` for a sandbox that only this machine can reach (FLORIN_HOST is a loopback address, and FLORIN_PUBLIC_URL is empty or one), else `no`, because others would read what listens on the loopback interface. Production refuses to start with `yes`.',
    fallback: '',
    parse: optional(isYes),
  }),
  plaintext_allowed: setting({
    name: 'FLORIN_PLAINTEXT_ALLOWED',
    about:
      'The connections that production may make without TLS, by name, separated by commas: `postgresql`, `redis`, `smtp`, `otlp`. Only for a network on which no one else can listen. PostgreSQL, Redis and a collector on this machine need no entry.',
    fallback: '',
    parse: optional(list(oneOf('postgresql', 'redis', 'smtp', 'otlp'))),
  }),
  provider: setting({
    name: 'FLORIN_PROVIDER',
    about:
      'The acquirer for payments. `bank` is the sandbox bank; `instant` approves everything immediately, for benchmarks; `none` refuses every payment. Production accepts neither `bank` nor `instant`.',
    fallback: '',
    parse: optional(oneOf('bank', 'instant', 'none')),
  }),
  stripe_url: setting({
    name: 'FLORIN_STRIPE_URL',
    about:
      'The base URL for Stripe. Empty: https://api.stripe.com. For a proxy in your network, or a test server.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  adyen_url: setting({
    name: 'FLORIN_ADYEN_URL',
    about:
      'The base URL for Adyen. Empty: the URLs that Adyen gives to test accounts, and to live accounts by their prefix. For a proxy in your network, or a test server.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  bank_url: setting({
    name: 'FLORIN_BANK_URL',
    about: 'The URL of the sandbox bank. Production refuses to start with it.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  bank_key: setting({
    name: 'FLORIN_BANK_KEY',
    about: 'The key that authenticates Florin at the sandbox bank.',
    fallback: '',
    secret: true,
    parse: optional(text(/^[\x21-\x7e]{16,200}$/, '16 to 200 visible characters')),
  }),
  bank_callback_secret: setting({
    name: 'FLORIN_BANK_CALLBACK_SECRET',
    about: 'The secret with which the sandbox bank signs its callbacks.',
    fallback: '',
    secret: true,
    parse: optional(text(/^[\x21-\x7e]{16,200}$/, '16 to 200 visible characters')),
  }),
  files_dir: setting({
    name: 'FLORIN_FILES_DIR',
    about:
      'The folder for uploaded files, for one node. Several nodes need a bucket, or a shared folder. If this and FLORIN_S3_BUCKET are both empty, the sandbox uses a temporary folder and production refuses to start.',
    fallback: '',
    parse: optional(text(/^\//, 'the whole path of a folder')),
  }),
  s3_bucket: setting({
    name: 'FLORIN_S3_BUCKET',
    about:
      'The S3 bucket for uploaded files, at Amazon or any S3-compatible server, instead of FLORIN_FILES_DIR.',
    fallback: '',
    parse: optional(text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')),
  }),
  s3_region: setting({
    name: 'FLORIN_S3_REGION',
    about: 'The region of the bucket.',
    fallback: 'us-east-1',
    parse: text(/^[a-z0-9-]{1,64}$/, 'a region such as eu-central-1'),
  }),
  s3_endpoint: setting({
    name: 'FLORIN_S3_ENDPOINT',
    about: 'The URL of the S3 server. Empty: Amazon S3.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  s3_path_style: setting({
    name: 'FLORIN_S3_PATH_STYLE',
    about:
      'Whether URLs are path-style, with the bucket in the path. Most S3-compatible servers other than Amazon need it.',
    fallback: 'no',
    parse: oneOf('yes', 'no'),
  }),
  s3_access_key_id: setting({
    name: 'FLORIN_S3_ACCESS_KEY_ID',
    about: 'S3 access key ID. Empty: the default AWS credential chain.',
    fallback: '',
    parse: optional(text(/^[\x21-\x7e]{3,200}$/, '3 to 200 visible characters')),
  }),
  s3_secret_access_key: setting({
    name: 'FLORIN_S3_SECRET_ACCESS_KEY',
    about: 'S3 secret access key, for FLORIN_S3_ACCESS_KEY_ID.',
    fallback: '',
    secret: true,
    parse: optional(text(/^[\x21-\x7e]{3,200}$/, '3 to 200 visible characters')),
  }),
  smtp_url: setting({
    name: 'FLORIN_SMTP_URL',
    about:
      'The mail server for payment links and for mails about subscriptions, such as smtps://user:password@mail.example.com. With `smtp:` production requires STARTTLS and a valid certificate, unless FLORIN_PLAINTEXT_ALLOWED names `smtp`. Empty: no e-mail is sent.',
    fallback: '',
    secret: true,
    parse: optional(address('smtp:', 'smtps:')),
  }),
  mail_from: setting({
    name: 'FLORIN_MAIL_FROM',
    about: 'The sender of e-mail, such as `Payments <payments@example.com>`.',
    fallback: '',
    parse: optional(text(/^[^\r\n]*@[^\r\n]+$/, 'an e-mail address, with or without a name')),
  }),
  require_mail: setting({
    name: 'FLORIN_REQUIRE_MAIL',
    about: 'Whether users are invited by e-mail only: without FLORIN_SMTP_URL, by nobody.',
    fallback: 'no',
    parse: isYes,
  }),
  oidc_issuer: setting({
    name: 'FLORIN_OIDC_ISSUER',
    about:
      'The issuer of the OpenID Connect provider at which team users sign in, such as https://login.example.com. Empty: no single sign-on. See the page Single sign-on.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  oidc_client_id: setting({
    name: 'FLORIN_OIDC_CLIENT_ID',
    about: 'The client id that the provider of single sign-on gave to this deployment.',
    fallback: '',
    parse: optional(text(/^[\x20-\x7e]{1,255}$/, '1 to 255 visible characters')),
  }),
  oidc_client_secret: setting({
    name: 'FLORIN_OIDC_CLIENT_SECRET',
    about: 'The client secret for FLORIN_OIDC_CLIENT_ID.',
    fallback: '',
    secret: true,
    parse: optional(text(/^[\x20-\x7e]{1,1024}$/, '1 to 1024 visible characters')),
  }),
  oidc_name: setting({
    name: 'FLORIN_OIDC_NAME',
    about: 'What the button for single sign-on calls the provider, such as `Example Inc.`',
    fallback: '',
    parse: optional(text(/^[^\p{Cc}]{1,64}$/u, '1 to 64 characters')),
  }),
  oidc_acr_values: setting({
    name: 'FLORIN_OIDC_ACR_VALUES',
    about: 'The `acr` values to ask the provider for, separated by spaces; others are refused.',
    fallback: '',
    parse: optional(text(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'values of `acr`, separated by spaces')),
  }),
  audit_anchor: setting({
    name: 'FLORIN_AUDIT_ANCHOR',
    about:
      'Where the worker stores the newest seals of the audit trail, outside the database: `file:/path/of/a/file`, `s3://bucket/prefix` (with the region, endpoint and credentials of FLORIN_S3_…), or an https URL that takes a POST. Empty: nowhere. See the page The audit trail.',
    fallback: '',
    secret: true,
    parse: optional(text(ANCHOR_PLACE, 'file:/path, s3://bucket/prefix or an https URL')),
  }),
  audit_anchor_minutes: setting({
    name: 'FLORIN_AUDIT_ANCHOR_MINUTES',
    about: 'The minutes between two anchors of the audit trail.',
    fallback: '60',
    parse: integer(1, 1_440),
  }),
  rate_limit: setting({
    name: 'FLORIN_RATE_LIMIT',
    about:
      'The rate limit of a merchant, in requests per clock minute. Empty: 1500 in the sandbox, 6000 in production.',
    fallback: '',
    parse: optional(integer(1, 10_000_000)),
  }),
  publishable_rate_limit: ratePerMinute(
    'FLORIN_PUBLISHABLE_RATE_LIMIT',
    120,
    'The rate limit of a publishable key from one address, in requests per clock minute; at most 20 of them at once. It never counts against secret keys.',
  ),
  address_rate_limit: ratePerMinute(
    'FLORIN_ADDRESS_RATE_LIMIT',
    600,
    'The rate limit of an address for requests without a valid key, in requests per clock minute. Requests with a valid key from the same address are not counted.',
  ),
  page_rate_limit: ratePerMinute(
    'FLORIN_PAGE_RATE_LIMIT',
    120,
    'The rate limit of an address for the pages of shoppers, in requests per clock minute. The files of the pages and the documentation are counted separately, together, with the same limit.',
  ),
  test_event_rate_limit: ratePerMinute(
    'FLORIN_TEST_EVENT_RATE_LIMIT',
    10,
    'The rate limit of a merchant for test events, which Florin posts to the address of a webhook, in requests per clock minute.',
  ),
  trust_proxy: setting({
    name: 'FLORIN_TRUST_PROXY',
    about:
      'The number of trusted proxies in front of the api. That many entries of `X-Forwarded-For` are trusted. Limits per address and the card-testing guard count the address that this gives, so behind a proxy it must be set.',
    fallback: '0',
    parse: integer(0, 10),
  }),
  guest_retention_days: setting({
    name: 'FLORIN_GUEST_RETENTION_DAYS',
    about:
      'After how many days the personal data of payments without a customer is redacted, with their refunds and disputes. Empty: never. See the page Running Florin.',
    fallback: '',
    parse: optional(integer(30, 3_650)),
  }),
  request_log: setting({
    name: 'FLORIN_REQUEST_LOG',
    about:
      'Whether the api stores the requests of merchants for 7 days, with redacted bodies. See the page The request log.',
    fallback: 'yes',
    parse: isYes,
  }),
  drain_ms: setting({
    name: 'FLORIN_DRAIN_MS',
    about:
      'How long a stopping api keeps serving after its readiness check has turned to 503, so that load balancers can stop routing to it.',
    fallback: '2000',
    parse: integer(0, 60_000),
  }),
  stall_seconds: setting({
    name: 'FLORIN_STALL_SECONDS',
    about:
      'A process whose event loop stands still for so many seconds kills itself, so that its supervisor starts another one. `0` switches this off, for a debugger.',
    fallback: '60',
    parse: integer(0, 3_600),
  }),
  otlp_endpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'The base URL of an OpenTelemetry collector that takes traces over HTTP, such as http://127.0.0.1:4318; `/v1/traces` is added. Empty: no traces. See the page Traces.',
    fallback: '',
    parse: optional(address('http:', 'https:')),
  }),
  otlp_headers: setting({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about:
      'Headers for the collector, such as `authorization=Bearer%20…`: `name=value` pairs, separated by commas, with percent-encoded values.',
    fallback: '',
    secret: true,
    parse: optional(headers),
  }),
  traces_share: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about:
      'The share of traces that are recorded, from 0 to 1. Callers cannot change it for their requests.',
    fallback: '0.1',
    parse: share,
  }),
  log_level: setting({
    name: 'FLORIN_LOG_LEVEL',
    about: 'The minimum level of log lines.',
    fallback: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
} as const satisfies Record<string, Setting<unknown>>

export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> }
