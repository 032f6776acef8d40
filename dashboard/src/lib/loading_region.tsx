import type { ReactNode } from 'react'

interface LoadingProps {
  /** What is loading, where a page has several such places. */
  name?: string
  children: ReactNode
}

/** Around the places of what is not here yet: people who do not see them hear that it is loading. */
export function Loading({ name, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" aria-label={name ? `Loading: ${name}` : 'Loading'}>
      {children}
    </div>
  )
}
