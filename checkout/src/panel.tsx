// A view: perhaps a sign, a heading that takes the focus, and what belongs under it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announce.tsx'
import { type Sign, signs } from '@florin/pages/signs.ts'

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
      {sign && <SignMark sign={sign} size={28} />}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text && <p class="lead">{text}</p>}
      {children}
    </div>
  )
}

/** The words beside it say the same. */
export function SignMark({ sign, size }: { sign: Sign; size: number }) {
  return (
    <span class={`sign sign-${sign}`} aria-hidden="true">
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor">
        <path d={signs[sign]} stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
    </span>
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
