// The page's one live region: every change that the reader did not make is announced here.
import { useEffect, useState } from 'preact/hooks'

type Listener = (text: string) => void
let listener: Listener = () => {}

export function announce(text: string): void {
  listener(text)
}

export function LiveRegion() {
  const [text, setText] = useState('')
  useEffect(() => {
    // A no-break space at the end makes a repeated text a change, so that it is read again.
    listener = (next) => setText((last) => (last === next ? `${next}\u00a0` : next))
  }, [])
  return (
    <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
