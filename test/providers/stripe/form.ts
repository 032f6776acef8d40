// Decodes Stripe's forms: nested fields in brackets, lists by index.
export type Fields = { [name: string]: string | Fields | (string | Fields)[] }

export function decodeForm(text: string): Fields {
  const root: Fields = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll(']', '').split('[')
    let target: Fields = root
    for (const name of names.slice(0, -1)) target = (target[name] ??= {}) as Fields
    target[names.at(-1) ?? ''] = value
  }
  return listed(root) as Fields
}

/** Objects whose names are 0, 1, … are lists. */
function listed(value: Fields[string]): Fields[string] {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, listed(each)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? (entries.map(([, each]) => each) as Fields[]) : Object.fromEntries(entries)
}

export function fieldsIn(form: Fields, name: string): Fields {
  const value = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function textIn(form: Fields, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function textsIn(form: Fields, name: string): string[] {
  const value = form[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
