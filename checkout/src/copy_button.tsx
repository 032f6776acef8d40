import { useState } from 'preact/hooks'
import { announce } from './announce.tsx'
import { useText } from './context.ts'

/** Copies a value; `label` names it for screen readers. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    announce(t('copied'))
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <button
      type="button"
      class="copy"
      aria-label={t('copy_what', { what: label })}
      onClick={() => void copy().catch(() => undefined)}
    >
      {t(isCopied ? 'copied' : 'copy')}
    </button>
  )
}
