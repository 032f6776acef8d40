// The chart in deploy/helm, rendered by Helm, and its pods as services.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments, stringify } from 'yaml'
import { CONFIG } from '../../scripts/release/image.ts'
import { root, type Service } from './services.ts'

export const chart = join(root, 'deploy/helm/florin')

const PROGRAMS = {
  helm: 'helm not found: go install helm.sh/helm/v3/cmd/helm@v3.22.0',
  'kubernetes-validate':
    'kubernetes-validate not found: python3 -m pip install kubernetes-validate==1.37.0',
} as const

/** The reason for which the program cannot run here; undefined if it can. */
export function obstacle(program: keyof typeof PROGRAMS): string | undefined {
  const { error } = spawnSync(program, ['--help'])
  return error === undefined ? undefined : PROGRAMS[program]
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: unknown
  readonly resources: { readonly limits: unknown; readonly requests: unknown }
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

export interface Pod {
  readonly containers: readonly Container[]
  readonly securityContext: unknown
  readonly automountServiceAccountToken: boolean
  readonly enableServiceLinks: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly volumes: readonly {
    readonly name: string
    readonly secret?: {
      readonly secretName: string
      readonly items: readonly { readonly key: string }[]
    }
  }[]
}

export interface Manifest {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: {
    readonly name: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly spec: Readonly<Record<string, unknown>>
}

export interface Rendered {
  readonly manifests: readonly Manifest[]
  readonly error: string
}

/** `helm template` with these values, as an installation would render them. */
export function renderChart(values: object, folder: string): Rendered {
  const { stdout, stderr } = helm('template', values, folder)
  const manifests = parseAllDocuments(stdout).map((each) => each.toJS() as Manifest | null)
  return { manifests: manifests.filter((each) => each !== null), error: stderr }
}

export function lintChart(values: object, folder: string): { passes: boolean; text: string } {
  const { status, stdout, stderr } = helm('lint', values, folder)
  return { passes: status === 0, text: stdout + stderr }
}

function helm(verb: 'template' | 'lint', values: object, folder: string) {
  const file = join(folder, 'values.yaml')
  writeFileSync(file, stringify(values))
  const args = verb === 'lint' ? ['lint', '--strict', chart] : ['template', 'florin', chart]
  return spawnSync('helm', [...args, '--values', file], { encoding: 'utf8' })
}

/** The pods in Deployments and Jobs, by the name of their only container. */
export function findPods(manifests: readonly Manifest[]): Map<string, Pod> {
  const specs = manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => (spec['template'] as { spec: Pod }).spec)
  return new Map(specs.map((pod) => [pod.containers.map(({ name }) => name).join(), pod]))
}

/** As the kubelet does: the image's entry point with the container's arguments, and both environments. */
export function chartServices(manifests: readonly Manifest[]): Service[] {
  return [...findPods(manifests)].flatMap(([name, { containers }]) =>
    containers.map((container) => {
      const own = container.env.map((each) => [each.name, each.value] as const)
      return {
        name,
        command: [...CONFIG.entrypoint, ...container.args],
        env: { ...CONFIG.env, ...Object.fromEntries(own) },
        probes: findProbes(container),
      }
    }),
  )
}

function findProbes({ ports = [], ...container }: Container) {
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
  return probes.flatMap((probe) => {
    if (probe === undefined) return []
    const { path, port: name } = probe.httpGet
    return { path, port: ports.find((each) => each.name === name)?.containerPort ?? 0 }
  })
}
