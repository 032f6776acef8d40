// A view: perhaps a sign, a heading that takes the focus, and what belongs under it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announce.tsx'

export type Sign = 'done' | 'wait' | 'stop' | 'info'

const shapes: Readonly<Record<Sign, string>> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  wait: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  stop: 'M12 6v7.5M12 17.5v.01',
  info: 'M12 11v7M12 6.5v.01',
}

interface PanelProps {
  sign?: Sign
  title: string
  text?: string
  children?: ComponentChildren
}

export function Panel({ sign, title, text, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    heading.current?.focus()
    announce(text === undefined ? title : `${title}. ${text}`)
  }, [title])
  return (
    <div class="panel">
      {sign && (
        <span class={`sign sign-${sign}`} aria-hidden="true">
          <svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor">
            <path
              d={shapes[sign]}
              stroke-width="2"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </span>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text && <p class="lead">{text}</p>}
      {children}
    </div>
  )
}

export function Spinner({ text }: { text: string }) {
  return (
    <p class="waiting">
      <span class="spinner" aria-hidden="true" />
      {text}
    </p>
  )
}
