// An api or a worker for bench/request_log.ts: `with` the request log or `without`.
const [, , role, variant] = process.argv

const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
const FLORIN_REQUEST_LOG = variant === 'with' ? 'yes' : 'no'
await (role === 'api' ? runApi : runWorker)(readConfig({ ...process.env, FLORIN_REQUEST_LOG }))
