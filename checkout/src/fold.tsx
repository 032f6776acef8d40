import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface FoldProps {
  id: string
  show: string
  hide: string
  /** The folded content; it has the id, and the class `open` while it is open. */
  children: (state: '' | ' open') => ComponentChildren
}

/** On a small screen folded away, so that the form is near the top. */
export function Fold({ id, show, hide, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class="link more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? hide : show}
      </button>
      {children(isOpen ? ' open' : '')}
    </>
  )
}
