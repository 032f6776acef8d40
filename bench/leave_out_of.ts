// Runs this process without some program lines, which no setting can switch off.
import { registerHooks } from 'node:module'

/** By the end of a file's path: the text that it must have, and its replacement. */
export type Replacements = Readonly<Record<string, readonly [text: string, instead: string]>>

/** For the modules that are imported from now on. */
export function leaveOutOf(replacements: Replacements): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const [, replaced] = Object.entries(replacements).find(([end]) => url.endsWith(end)) ?? []
      if (replaced === undefined) return loaded
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      const [text, instead] = replaced
      if (!source.includes(text)) throw new Error(`${url} has no ${text}`)
      return { ...loaded, source: source.replace(text, instead) }
    },
  })
}
