// Writes the generated reference pages: `npm run docs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { pages } from './pages.ts'

const folder = new URL('reference/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, content] of pages()) {
  writeFileSync(new URL(name, folder), content)
  console.log(`wrote docs/reference/${name}`)
}
