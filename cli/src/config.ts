// Which server and which key: the environment first, then the profile that `florin login` has written. The file is in
// the XDG configuration directory and only its owner can read it.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Access } from './client.ts'
import { CliFailure, EXIT } from './failure.ts'

export type Env = Readonly<Record<string, string | undefined>>

export interface Profile extends Access {
  readonly merchant_id: string
  readonly environment: string
}

interface ConfigFile {
  readonly profiles: Readonly<Record<string, Profile>>
}

const LOCAL = 'http://127.0.0.1:8080'

function configPath(env: Env): string {
  const base = env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return join(base, 'florin', 'config.json')
}

async function readConfig(env: Env): Promise<ConfigFile> {
  const path = configPath(env)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"profiles":{}}'
    throw new CliFailure(`${path} cannot be read (${error.code}).`, 'Check its owner and mode.')
  })
  try {
    return JSON.parse(text) as ConfigFile
  } catch {
    throw new CliFailure(`${path} is not JSON.`, 'Delete it, then run `florin login` again.')
  }
}

/** The key is written to a file of mode 0600 before it gets its name. */
export async function writeProfile(env: Env, name: string, profile: Profile): Promise<string> {
  const path = configPath(env)
  const { profiles } = await readConfig(env)
  const text = `${JSON.stringify({ profiles: { ...profiles, [name]: profile } }, null, 2)}\n`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, text, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
  return path
}

export interface Chosen {
  readonly profile?: string
  readonly base_url?: string
}

export async function resolveAccess(env: Env, chosen: Chosen): Promise<Access> {
  const name = chosen.profile ?? env['FLORIN_PROFILE'] ?? 'default'
  const env_key = chosen.profile === undefined ? env['FLORIN_API_KEY'] : undefined
  const { profiles } = env_key === undefined ? await readConfig(env) : { profiles: {} }
  const profile = (profiles as ConfigFile['profiles'])[name]
  const api_key = env_key ?? profile?.api_key
  if (api_key === undefined) {
    throw new CliFailure(
      name === 'default' ? 'There is no API key.' : `There is no profile ${name}.`,
      'Set FLORIN_API_KEY (and FLORIN_BASE_URL), or run `florin login`.',
      EXIT.refused,
    )
  }
  const base_url = chosen.base_url ?? (env_key === undefined ? undefined : env['FLORIN_BASE_URL'])
  return { api_key, base_url: base_url ?? profile?.base_url ?? env['FLORIN_BASE_URL'] ?? LOCAL }
}
