// Writes the generated pages: `npm run docs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tableText } from '../cli/generate.ts'
import { drawDiagrams } from './draw_diagrams.ts'
import { pages } from './pages.ts'

const root = new URL('../', import.meta.url)
mkdirSync(new URL('docs/reference/', root), { recursive: true })
for (const [path, content] of pages()) {
  writeFileSync(new URL(path, root), content)
  console.log(`wrote ${path}`)
}
writeFileSync(new URL('cli/src/operations/table.json', root), tableText())
await drawDiagrams()
