// The programs that the proof runs. All but toxiproxy are Debian packages; toxiproxy is built by Go.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { missingTools } from '../../scripts/release/find_tools.ts'

const MODULE = 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0'

/** The reason for which nothing can be proven here; undefined if it can. */
export function obstacle(): string | undefined {
  return missingTools('failover')
}

/** Builds toxiproxy into the folder; Go downloads it once. */
export function buildToxiproxy(folder: string): string {
  const env = { ...process.env, GOBIN: folder }
  const { status, stderr, error } = spawnSync('go', ['install', MODULE], { env, encoding: 'utf8' })
  if (status !== 0) {
    throw new Error(`toxiproxy could not be built with Go: ${error?.message ?? stderr.trim()}`)
  }
  return join(folder, 'server')
}
