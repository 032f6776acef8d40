// Loaded with --import into every test process. The first process resolves the program's modules and writes the file
// that this URL's query names; the others read it, which saves a third of the program's start.
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
    // A specifier resolves by the importing module's folder.
    const key = `${parentURL.slice(0, parentURL.lastIndexOf('/'))} ${specifier}`
    const found = known[key]
    if (found) return { ...found, importAttributes, shortCircuit: true }
    const resolved = nextResolve(specifier, context)
    if (!isKnown) known[key] = { url: resolved.url, format: resolved.format }
    return resolved
  },
})

if (!isKnown) process.once('exit', () => writeFileSync(list, JSON.stringify(known)))
