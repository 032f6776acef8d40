// Built files for browsers: without them, their pages answer with an error.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PARTS = [
  ['the hosted page and florin.js', 'checkout/dist/manifest.json'],
  ['the dashboard', 'dashboard/dist/index.html'],
  ['the documentation', 'site/dist/manifest.json'],
] as const

/** The parts that are missing, in words. */
export function findUnbuilt(root = join(import.meta.dirname, '..')): string[] {
  return PARTS.filter(([, path]) => !existsSync(join(root, path))).map(([part]) => part)
}
