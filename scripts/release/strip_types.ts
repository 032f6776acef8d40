// Takes the types out of the released program. Node would do so at every start, in each process and thread: half of the
// memory of an idle process, and a third of its start.
import { chmodSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** Each `NAME.ts` becomes `NAME.js`; lines and columns stay as they are. */
export function stripTypes(folder: string): void {
  for (const path of globSync('**/*.{ts,cjs}', { cwd: folder, exclude: ['**/*.d.ts'] })) {
    const file = join(folder, path)
    const source = readFileSync(file, 'utf8')
    const program = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
    const { mode } = statSync(file)
    rmSync(file)
    const target = file.replace(/\.ts$/, '.js')
    writeFileSync(target, renameModules(program))
    chmodSync(target, mode)
  }
  for (const path of globSync('**/package.json', { cwd: folder })) {
    const file = join(folder, path)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('.ts"', '.js"'))
  }
}

/** In imports, and where a program starts another file of its own. */
function renameModules(source: string): string {
  return source.replaceAll(/(['"])((?:#|\.{1,2}\/|@florin\/)[^'"\n]*)(?<!\.d)\.ts\1/g, '$1$2.js$1')
}
