// The measured machine and versions: no figure means anything without them.
import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { withServer } from '#kernel/databases.ts'

const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

export interface Machine {
  cores: number
  memory_gb: number
  node: string
  postgresql: string
  shared_buffers: string
  commit: string
}

/** Refuses to measure a PostgreSQL that could lose what it has acknowledged. */
export function lookAround(server: string): Promise<Machine> {
  return withServer(server, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      `select name, current_setting(name) as value from pg_settings where name = any($1)`,
      [[...DURABLE, 'server_version', 'shared_buffers']],
    )
    const settings = new Map(rows.map(({ name, value }) => [name, value]))
    const off = DURABLE.filter((name) => settings.get(name) !== 'on')
    if (off.length > 0) throw new Error(`Turn on what makes commits durable: ${off.join(', ')}.`)
    return {
      cores: availableParallelism(),
      memory_gb: Math.round(totalmem() / 2 ** 30),
      node: process.version.slice(1),
      postgresql: settings.get('server_version')?.split(' ')[0] ?? '',
      shared_buffers: settings.get('shared_buffers') ?? '',
      commit: commitOf(),
    }
  })
}

function commitOf(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '../server', '../bank', '.') !== ''
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ', with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
