// The programs that build and run the image, and those that prove failover. They are Debian packages; npm and git are here
// already.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Tool {
  readonly program: string
  /** Its Debian package. */
  readonly package: string
}

const BUILD: readonly Tool[] = [
  { program: 'mmdebstrap', package: 'mmdebstrap' },
  { program: 'buildah', package: 'buildah' },
  { program: 'dpkg-deb', package: 'dpkg' },
  { program: 'apt-get', package: 'apt' },
  { program: 'tar', package: 'tar' },
  { program: 'git', package: 'git' },
]

const RUN: readonly Tool[] = [
  { program: 'podman', package: 'podman' },
  { program: 'runc', package: 'runc' },
  { program: 'newuidmap', package: 'uidmap' },
]

const FAILOVER: readonly Tool[] = [
  { program: 'patroni', package: 'patroni' },
  { program: 'patronictl', package: 'patroni' },
  { program: 'etcd', package: 'etcd-server' },
  { program: 'haproxy', package: 'haproxy' },
  { program: 'prometheus', package: 'prometheus' },
  // Builds toxiproxy.
  { program: 'go', package: 'golang-go' },
]

export const TOOLS = { build: BUILD, run: [...BUILD, ...RUN], failover: FAILOVER }

/** A sentence that names what is missing for the purpose and how to install it; undefined if all is there. */
export function missingTools(
  purpose: keyof typeof TOOLS,
  path = process.env['PATH'] ?? '',
): string | undefined {
  const folders = [...path.split(delimiter), '/usr/sbin', '/sbin']
  const missing = TOOLS[purpose].filter(
    ({ program }) => !folders.some((folder) => existsSync(join(folder, program))),
  )
  if (missing.length === 0) return undefined
  const programs = missing.map(({ program }) => program).join(', ')
  const packages = [...new Set(missing.map((tool) => tool.package))].join(' ')
  return `${programs} not found. On Debian, as root: apt-get update && apt-get install -y --no-install-recommends ${packages}`
}
