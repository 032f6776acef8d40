// JSON Schema as TypeScript. Rules for values, such as lengths, are the server's: its answer lists every fault.
import type { Schema } from './model.ts'
import { type Base, listEntry } from './typescript_bases.ts'

/** A type that a request sends also accepts undefined where a field is optional. */
export function declareType(name: string, schema: Schema, isSent: boolean, base?: Base): string {
  const comment = toComment(schema.description, '')
  const entry = listEntry(schema)
  if (entry !== undefined) return `export type ${name} = Page<${toType(entry, isSent, '')}>\n`
  if (schema.properties === undefined) {
    return `${comment}export type ${name} = ${toType(schema, isSent, '')}\n`
  }
  const rest = Object.entries(schema.properties).filter(([field]) => !base?.fields.has(field))
  if (rest.length === 0) {
    return `${comment}export type ${name} = ${base?.text ?? 'Record<string, never>'}\n`
  }
  const own = { ...schema, properties: Object.fromEntries(rest) }
  const parent = base === undefined ? '' : `extends ${base.text} `
  return `${comment}export interface ${name} ${parent}${toObject(own, isSent, '')}\n`
}

function toType(schema: Schema, isSent: boolean, indent: string): string {
  const { $ref, anyOf, type } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (anyOf !== undefined) return union(anyOf.map((each) => toType(each, isSent, indent)))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const types = typeof type === 'string' ? [type] : (type ?? [])
  return union(types.map((each) => plainType(each, schema, isSent, indent)))
}

function plainType(type: string, schema: Schema, isSent: boolean, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'array':
      return toArray(schema.items ? toType(schema.items, isSent, indent) : 'unknown')
    case 'object':
      return schema.properties === undefined
        ? toRecord(schema, isSent, indent)
        : toObject(schema, isSent, indent)
    default:
      return type
  }
}

function toArray(entry: string): string {
  return /^[A-Za-z]+$/.test(entry) ? `${entry}[]` : `Array<${entry}>`
}

function toRecord({ additionalProperties }: Schema, isSent: boolean, indent: string): string {
  const isTyped = typeof additionalProperties === 'object'
  const value = isTyped ? toType(additionalProperties, isSent, indent) : 'unknown'
  return `Record<string, ${value}>`
}

function toObject(schema: Schema, isSent: boolean, indent: string): string {
  const inner = `${indent}  `
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const type = toType(each, isSent, inner)
    const isOptional = !required.has(name)
    const value = isOptional && isSent ? union([type, 'undefined']) : type
    const note =
      each.deprecated === true ? `@deprecated ${each.description ?? ''}` : each.description
    return `${toComment(note, inner)}${inner}${quoted(name)}${isOptional ? '?' : ''}: ${value}\n`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 0 || all.includes('unknown') ? 'unknown' : all.join(' | ')
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

export function toComment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').trim().split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
