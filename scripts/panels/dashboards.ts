// The Grafana dashboards, as the pages and the pictures of their panels need them.
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Panel {
  readonly id: number
  readonly type: 'row' | 'stat' | 'timeseries'
  readonly title: string
  readonly description?: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[]
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit?: string
      readonly max?: number
      readonly thresholds?: {
        readonly steps: readonly { readonly color: string; readonly value: number | null }[]
      }
    }
  }
}

export interface Dashboard {
  /** Its file, without the extension. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly panels: readonly Panel[]
}

export function readDashboards(): Dashboard[] {
  return globSync('deploy/grafana/dashboards/*.json', { cwd: root })
    .toSorted()
    .toReversed()
    .map((path) => {
      const dashboard = JSON.parse(readFileSync(join(root, path), 'utf8')) as Dashboard
      return { ...dashboard, name: basename(path, '.json') }
    })
}

/** The picture's file in docs/operations/panels. */
export function pictureName({ name }: Dashboard, { title }: Panel): string {
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${name}-${slug}.svg`
}
