// Loaded with --import into every process of a test run: where the modules of the program are is found out once, by the
// first process, which writes the list at the end of this URL's query. It is a third of what the start of the program takes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

type Known = Record<string, { url: string; format: string | null | undefined }>

const list = decodeURIComponent(new URL(import.meta.url).search.slice(1))
const isKnown = existsSync(list)
const known = isKnown ? (JSON.parse(readFileSync(list, 'utf8')) as Known) : {}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions, importAttributes } = context
    if (parentURL === undefined || !conditions.includes('import')) {
      return nextResolve(specifier, context)
    }
    // What a specifier leads to depends on the folder of the module that imports it.
    const key = `${parentURL.slice(0, parentURL.lastIndexOf('/'))} ${specifier}`
    const found = known[key]
    if (found) return { ...found, importAttributes, shortCircuit: true }
    const resolved = nextResolve(specifier, context)
    if (!isKnown) known[key] = { url: resolved.url, format: resolved.format }
    return resolved
  },
})

if (!isKnown) process.once('exit', () => writeFileSync(list, JSON.stringify(known)))
