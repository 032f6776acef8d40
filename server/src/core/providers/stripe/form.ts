// Stripe's form encoding: nested fields in brackets, lists by index.
export type Form = { readonly [name: string]: FormValue }

type FormValue = string | number | boolean | undefined | null | Form | readonly FormValue[]

/** Fields without a value are left out. The same form always has the same bytes. */
export function encodeForm(form: Form): string {
  return Object.entries(form)
    .flatMap(([name, value]) => pairs(name, value))
    .join('&')
}

function pairs(name: string, value: FormValue): string[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') {
    return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`]
  }
  return Object.entries(value).flatMap(([key, each]) => pairs(`${name}[${key}]`, each))
}
