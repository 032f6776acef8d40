// Writes the Python SDK's generated files: `npm run sdk:python`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PYTHON_FOLDER, pythonFiles } from './python.ts'

const root = join(import.meta.dirname, '../..', PYTHON_FOLDER)
const files = pythonFiles()
for (const folder of ['types', 'resources'])
  rmSync(join(root, folder), { recursive: true, force: true })
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
