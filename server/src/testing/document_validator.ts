import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'

/** Checks a body against a schema of the OpenAPI document; returns what is wrong with it. */
export function documentValidator(document: object) {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' })
  return (ref: string, body: unknown): string | undefined => {
    const validate = ajv.getSchema(`document${ref}`)
    if (validate === undefined || validate(body)) return undefined
    return validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ')
  }
}
