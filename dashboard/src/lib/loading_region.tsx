import type { ReactNode } from 'react'

interface LoadingProps {
  /** Names the part that is loading, if a page has several. */
  name?: string
  children: ReactNode
}

/** Wraps skeletons: screen readers announce that the part is loading. */
export function Loading({ name, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" aria-label={name ? `Loading: ${name}` : 'Loading'}>
      {children}
    </div>
  )
}
