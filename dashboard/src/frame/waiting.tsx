import { Loader } from '@mantine/core'
import { Loading } from '../lib/loading_region.tsx'
import styles from './waiting.module.css'

/** Before a page is known. */
export function Waiting() {
  return (
    <Loading>
      <div className={styles.waiting}>
        <Loader size="sm" />
      </div>
    </Loading>
  )
}
