// The start page's example, from the OpenAPI document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pages.ts'

const FIRST = '/payments'

interface Described {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>
}

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown; examples?: unknown }>>
  }
}

export function firstCall(): string {
  const text = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')
  const { paths } = JSON.parse(text) as Described
  const { example } = paths[FIRST]?.post?.requestBody?.content['application/json'] ?? {}
  return `curl "$BASE_URL${FIRST}" \\
  -H "api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(example ?? {}, null, 2)}'\n`
}
