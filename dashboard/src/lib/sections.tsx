import { Link } from '@tanstack/react-router'
import styles from './sections.module.css'
import type { PagePath } from './url.ts'

interface Section {
  readonly name: string
  readonly to: PagePath
  readonly search?: Readonly<Record<string, string>>
}

interface SectionsProps {
  readonly label: string
  readonly sections: readonly Section[]
  readonly current: string
}

/** Between pages or lists that belong together. */
export function Sections({ label, sections, current }: SectionsProps) {
  return (
    <nav className={styles.sections} aria-label={label}>
      {sections.map(({ name, to, search }) => (
        <Link
          key={name}
          to={to}
          search={search ?? {}}
          activeProps={{}}
          {...(name === current ? { className: styles.on, 'aria-current': 'page' } : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
