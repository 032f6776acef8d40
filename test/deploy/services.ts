// The services in deploy/, as data: command, environment and limits of each, read from the files that operators copy.
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { CONFIG } from '../../scripts/release/image.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Service {
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The command that says whether the service is ready. */
  readonly healthcheck?: readonly string[]
  /** The requests that say it, by the port in the container. */
  readonly probes?: readonly { readonly path: string; readonly port: number }[]
}

interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
}

export function readCompose(): Compose {
  return parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as Compose
}

/** As the container runtime does: the image's entry point with the service's command, and both environments. */
export function composeServices(compose: Compose, domain: string): Service[] {
  return Object.entries(compose.services)
    .filter(([, { image }]) => image.includes('FLORIN_IMAGE'))
    .map(([name, service]) => ({
      name,
      command: [...CONFIG.entrypoint, ...(service.command ?? CONFIG.cmd)],
      env: { ...CONFIG.env, ...fill(service.environment ?? {}, domain) },
      ...(service.healthcheck && {
        healthcheck: service.healthcheck.test.slice(1).map((word) => word.replaceAll('$$', '$')),
      }),
    }))
}

function fill(env: Readonly<Record<string, string>>, domain: string): Record<string, string> {
  const entries = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(/\$\{FLORIN_DOMAIN[^}]*\}/, domain),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

export interface Unit extends Service {
  readonly options: Readonly<Record<string, string>>
}

export function systemdUnits(): Unit[] {
  const example = parseLines(readFileSync(join(root, 'deploy/systemd/env.example'), 'utf8'))
  return globSync('deploy/systemd/*.service', { cwd: root })
    .toSorted()
    .map((path) => {
      const options = parseLines(readFileSync(join(root, path), 'utf8'))
      const name = basename(path, '.service').replace('florin-', '')
      return { name, options, command: options['ExecStart']?.split(' ') ?? [], env: example }
    })
}

/** NAME=VALUE; comments and headings are left out. */
export function parseLines(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
