// Makes copied folders equal: modes, owner and times no longer depend on the machine.
import { chmodSync, chownSync, lstatSync, lutimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders and programs 0755, other files 0644, all root's; times are the epoch. */
export function normalize(path: string): void {
  const entry = lstatSync(path)
  if (!entry.isSymbolicLink()) {
    const isProgram = entry.isDirectory() || (entry.mode & 0o111) !== 0
    chmodSync(path, isProgram ? 0o755 : 0o644)
    if (process.getuid?.() === 0) chownSync(path, 0, 0)
  }
  if (entry.isDirectory()) for (const name of readdirSync(path)) normalize(join(path, name))
  lutimesSync(path, 0, 0)
}
