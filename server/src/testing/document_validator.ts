import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'

/** Checks a body against a schema in the OpenAPI document, named by its place; returns the errors. */
export function documentValidator(document: object) {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' })
  return (ref: string, body: unknown): string | undefined => {
    const validate = ajv.getSchema(`document${ref}`)
    if (validate === undefined || validate(body)) return undefined
    return validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ')
  }
}

/** A document part's place, for the validator. */
export function placeOf(...parts: readonly (string | number)[]): string {
  const escaped = parts.map((part) =>
    encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  return `#/${escaped.join('/')}`
}
