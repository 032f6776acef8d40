import '../styles/forms.css'
import type { ReactNode } from 'react'
import coin from '../coin.svg'
import styles from './door.module.css'

/** The card around the pages before the frame. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="door-title">
        <img src={coin} alt="Florin" width={40} height={40} />
        <h1 id="door-title">{title}</h1>
        {children}
      </section>
    </main>
  )
}
