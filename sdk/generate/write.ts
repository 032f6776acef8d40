// Writes the TypeScript SDK's generated files: `npm run sdk`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { buildModel } from './model.ts'
import { typescriptFiles } from './typescript.ts'

const source = new URL('../typescript/src/', import.meta.url)
const files = typescriptFiles(buildModel())
for (const folder of ['resources/', 'types/']) {
  mkdirSync(new URL(folder, source), { recursive: true })
  for (const name of readdirSync(new URL(folder, source))) {
    if (!files.has(folder + name)) rmSync(new URL(folder + name, source))
  }
}
for (const [path, content] of files) writeFileSync(new URL(path, source), content)
