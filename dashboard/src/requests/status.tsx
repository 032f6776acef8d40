import styles from './requests.module.css'
import { statusTone } from './words.ts'

export function HttpStatus({ status }: { status: number }) {
  return <span className={`pill ${styles.status} ${statusTone(status)}`}>{status}</span>
}
