// The Python SDK's generated files: types in `florin/types`, operations in `florin/resources`, one module per resource.
import { errorClasses } from './error_classes.ts'
import { buildModel, type Model, type Operation } from './model.ts'
import { toPascal } from './names.ts'
import {
  defineType,
  docstring,
  nameObjects,
  namesIn,
  placeTypes,
  toPython,
  toPythonName,
  WEBHOOKS,
} from './python_types.ts'

/** Folder for the paths that `pythonFiles` returns. */
export const PYTHON_FOLDER = 'sdk/python/src/florin'

const HEADER = '# Generated from the route table by `npm run sdk:python`. Do not edit.\n'

/** Text by path. */
export function pythonFiles(): Map<string, string> {
  const model = nameObjects(buildModel())
  const places = placeTypes(model)
  const modules = [...new Set(places.values())].toSorted()
  const resources = model.resources.map(({ name }) => name)
  return new Map([
    ...modules.map((name): [string, string] => [
      `types/${name}.py`,
      typeModule(name, model, places),
    ]),
    ['types/__init__.py', typeIndex(places)],
    ...model.resources.map(({ name, about }): [string, string] => [
      `resources/${name}.py`,
      resourceModule(name, about, model, places),
    ]),
    ['resources/__init__.py', resourceIndex(resources)],
    ['_error_codes.py', errorCodes()],
  ])
}

function typeModule(module: string, model: Model, places: ReadonlyMap<string, string>): string {
  const own = [...places].flatMap(([name, place]) => (place === module ? [name] : []))
  // Values before types that name them: an alias is evaluated where it stands.
  const isAlias = (name: string) => model.types[name]?.properties === undefined
  const sorted = own.toSorted((a, b) => Number(isAlias(b)) - Number(isAlias(a)) || (a < b ? -1 : 1))
  const definitions = sorted.map((name) => defineType(name, model.types[name] ?? {}))
  if (module === WEBHOOKS) definitions.push(webhookEvent(model))
  const text = definitions.join('\n\n')
  return `${HEADER}\nfrom __future__ import annotations\n\n${imports(text, own, places)}\n\n${text}`
}

/** Discriminated by `event_type`. */
function webhookEvent({ events }: Model): string {
  const names = [...new Set(Object.values(events))].join(' | ')
  return `WebhookEvent: TypeAlias = '${names}'\n"""The body of a webhook; \`event_type\` says which one it is."""\n`
}

function errorCodes(): string {
  const rows = errorClasses.map(([code, name]) => `    "${code}": "${name}",\n`)
  return `${HEADER}"""The class of each error code."""\n\nERROR_CLASSES = {\n${rows.join('')}}\n`
}

const TYPING = ['Any', 'Literal', 'TypeAlias']
const EXTENSIONS = ['NotRequired', 'TypedDict', 'Unpack']

/** Import statements for the names in a text. */
function imports(
  text: string,
  own: readonly string[],
  places: ReadonlyMap<string, string>,
): string {
  const code = text.replaceAll(/"""[\s\S]*?"""/g, '')
  const names = [...namesIn(code)].filter((name) => !own.includes(name))
  const from = (module: string, wanted: readonly string[]) => {
    const found = names.filter((name) => wanted.includes(name)).toSorted()
    return found.length === 0 ? '' : `from ${module} import ${found.join(', ')}\n`
  }
  const modules = [...new Set(places.values())].toSorted()
  const others = modules.map((module) =>
    from(
      `.${module}`,
      [...places].flatMap(([name, place]) => (place === module ? [name] : [])),
    ),
  )
  return [
    from('typing', TYPING),
    from('.._core', ['File']),
    from('.._typing', EXTENSIONS),
    ...others,
  ].join('')
}

function typeIndex(places: ReadonlyMap<string, string>): string {
  const lines = [...places, ['WebhookEvent', WEBHOOKS] as const].map(
    ([name, module]) => `from .${module} import ${name} as ${name}\n`,
  )
  return `${HEADER}"""The types of requests, objects and webhooks."""\n\n${lines.join('')}`
}

function resourceModule(
  name: string,
  about: string,
  model: Model,
  places: ReadonlyMap<string, string>,
): string {
  const own = model.operations.filter(({ resource }) => resource === name)
  const rows = own.flatMap(constants).join('\n')
  const classes = [false, true].map((isAsync) => {
    const base = isAsync ? 'AsyncResource' : 'Resource'
    const methods = own.flatMap((each) => methodsOf(each, model, isAsync)).join('\n')
    return `class ${className(name, isAsync)}(${base}):\n${docstring(about, '    ')}\n${methods}`
  })
  const text = classes.join('\n\n')
  return [HEADER, LENIENT, resourceImports(text, places), `${rows}\n\n`, text].join('\n')
}

/** The transport returns what the server sent: its type is the method's. */
const LENIENT = '# mypy: disable-error-code="no-any-return"\n'

function resourceImports(text: string, places: ReadonlyMap<string, string>): string {
  const types = typesOf(text, places)
  const typing = [
    ...(types.length > 0 ? ['TYPE_CHECKING'] : []),
    ...(/\bAny\b/.test(text) ? ['Any'] : []),
  ]
  return [
    'from __future__ import annotations\n\n',
    text.includes('builtins.') ? 'import builtins\n' : '',
    typing.length > 0 ? `from typing import ${typing.join(', ')}\n\n` : '',
    'from .._core import Operation\n',
    'from .._options import Options\n',
    text.includes('Page[') ? 'from .._pages import AsyncList, Page, Paging\n' : '',
    'from .._resource import AsyncResource, Resource\n',
    'from .._typing import Unpack\n',
    types.length > 0 ? '\nif TYPE_CHECKING:\n    from ..types import (\n' : '',
    ...types.map((type) => `        ${type},\n`),
    types.length > 0 ? '    )\n' : '',
  ].join('')
}

function typesOf(text: string, places: ReadonlyMap<string, string>): string[] {
  return [...namesIn(text.replaceAll(/"""[\s\S]*?"""/g, ''))]
    .filter((name) => places.has(name))
    .toSorted()
}

/** A list that is read as a whole has no pages: it is answered as it is. */
function pagingOf({ paging }: Operation) {
  return paging === undefined || paging.kind === 'whole' ? undefined : paging
}

function constants(operation: Operation): string[] {
  const { name, method, url, is_replayable, answer, upload, verb, csv } = operation
  const path = url.replaceAll(/:([a-z_]+)/g, '{$1}')
  const options = [
    ...(is_replayable || method === 'GET' ? [] : ['is_replayable=False']),
    ...(answer.kind === 'bytes' ? ['accept="*/*"'] : []),
    ...(upload === undefined ? [] : [`file_field=${JSON.stringify(upload.field)}`]),
  ]
  const row = (constant: string, extra: readonly string[]) =>
    `${constant} = Operation(${[JSON.stringify(name), `"${method}"`, JSON.stringify(path), ...extra].join(', ')})`
  const constant = verb.toUpperCase()
  return [
    row(constant, options),
    ...(csv ? [row(`${constant}_CSV`, [...options, 'accept="text/csv"'])] : []),
    ...pagingConstant(operation),
  ]
}

function pagingConstant(operation: Operation): string[] {
  const paging = pagingOf(operation)
  if (paging === undefined) return []
  const parts =
    paging.kind === 'cursor'
      ? `"cursor", id_field="${paging.id_field}"`
      : `"offset"${paging.in_data ? '' : ', in_data=False'}`
  return [`${operation.verb.toUpperCase()}_PAGES = Paging(${parts})`]
}

function methodsOf(operation: Operation, model: Model, isAsync: boolean): string[] {
  const isOptional = isInputOptional(operation, model)
  const json = method(operation, { isAsync, isOptional, suffix: '' })
  return operation.csv ? [json, method(operation, { isAsync, isOptional, suffix: '_csv' })] : [json]
}

function isInputOptional({ query, is_body_optional }: Operation, { types }: Model): boolean {
  if (query === undefined) return is_body_optional
  return (types[query]?.required ?? []).length === 0
}

interface MethodForm {
  readonly isAsync: boolean
  readonly isOptional: boolean
  /** `_csv` for the same operation as a table. */
  readonly suffix: string
}

function method(operation: Operation, { isAsync, isOptional, suffix }: MethodForm): string {
  const { query, body, path_params, verb } = operation
  const paging = pagingOf(operation)
  const constant = `${verb}${suffix}`.toUpperCase()
  const values = path_params.map((param) => `"${param}": ${toPythonName(param)}`).join(', ')
  const isList = paging !== undefined
  const sent = query === undefined ? body : query
  const input = isList || operation.method === 'GET' ? 'params' : 'body'
  const params = [
    'self',
    ...path_params.map((param) => `${toPythonName(param)}: str`),
    ...(sent === undefined ? [] : [`${input}: ${sent}${isOptional ? ' | None = None' : ''}`]),
    ...(path_params.length > 0 || sent !== undefined ? ['/'] : []),
    '**options: Unpack[Options]',
  ]
  // An optional body is still sent: some proxies refuse a POST without one.
  const given = sent === undefined ? 'None' : isOptional ? `${input} or {}` : input
  const rest = isList ? `${constant}, ${constant}_PAGES` : constant
  const call = `self.${isList ? '_list' : '_call'}(${rest}, {${values}}, ${given}, options)`
  const waits = isAsync && !isList
  return [
    `    ${waits ? 'async ' : ''}def ${toPythonName(`${verb}${suffix}`)}(${params.join(', ')}) -> ${answerOf(operation, isAsync, suffix)}:\n`,
    docstring(describe(operation), '        '),
    `        return ${waits ? 'await ' : ''}${call}\n`,
  ].join('')
}

function answerOf(operation: Operation, isAsync: boolean, suffix: string): string {
  const paging = pagingOf(operation)
  if (paging !== undefined)
    return `${isAsync ? 'AsyncList' : 'Page'}[${inClass(toPython(paging.entry))}]`
  if (suffix !== '') return 'str'
  if (operation.answer.kind === 'bytes') return 'bytes'
  return inClass(toPython(operation.answer.schema))
}

/** In a class with a method `list`, that name is the method. */
function inClass(type: string): string {
  return type.replaceAll(/\blist\[/g, 'builtins.list[')
}

function describe({ summary, about, access }: Operation): string {
  const scope = access.includes(':') ? `Needs the scope \`${access}\`.` : ''
  return [`${summary}.`, about, scope].filter(Boolean).join(' ')
}

function resourceIndex(names: readonly string[]): string {
  const classes = (name: string) =>
    [true, false].map((isAsync) => className(name, isAsync)).join(', ')
  const lines = names.map((name) => `from .${name} import ${classes(name)}\n`)
  const index = (isAsync: boolean) => {
    const fields = names.map(
      (name) => `        self.${name} = ${className(name, isAsync)}(transport)\n`,
    )
    const [prefix, transport] = isAsync ? ['Async', 'AsyncTransport'] : ['', 'SyncTransport']
    return `class ${prefix}Resources:\n    def __init__(self, transport: ${transport}) -> None:\n${fields.join('')}`
  }
  const transport = 'from .._transport import AsyncTransport, SyncTransport\n'
  return `${HEADER}\n${transport}${lines.join('')}\n\n${index(false)}\n\n${index(true)}`
}

function className(resource: string, isAsync: boolean): string {
  return `${isAsync ? 'Async' : ''}${toPascal(resource)}Resource`
}
