// The files that operators copy, which the proof runs.
import { resolve } from 'node:path'

export function deployed(name: string): string {
  return resolve(import.meta.dirname, '../../deploy/patroni', name)
}
