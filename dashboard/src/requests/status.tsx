import { statusTone } from './words.ts'

export function HttpStatus({ status }: { status: number }) {
  return <span className={`pill ${statusTone(status)}`}>{status}</span>
}
