// Second factor entry: an app code, or a recovery code.
import { useState } from 'preact/hooks'
import { Field } from '../field.tsx'
import { Panel } from '../panel.tsx'
import { api } from './api.ts'
import { compactCode, totpError } from './checks.ts'
import { CODE_ID, CodeField } from './code_field.tsx'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { useSubmit } from './use_submit.ts'

const RECOVERY_ID = 'recovery_code'

export function SecondFactor({ onDone }: { onDone: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const id = isRecovery ? RECOVERY_ID : CODE_ID
  const form = useSubmit({
    field: id,
    check: () => ({ [id]: isRecovery ? missing(code) : totpError(code) }),
    send: () =>
      isRecovery ? api.verifyRecoveryCode(code.trim()) : api.verifyTotp(compactCode(code)),
    onDone,
  })
  const change = (typed: string) => {
    setCode(typed)
    form.clear(id)
  }
  return (
    <Panel
      title="Enter your second factor"
      text="You have accepted the invitation. Your account has a second factor, which is asked for when you sign in."
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note} />
        {isRecovery ? (
          <Field
            id={RECOVERY_ID}
            label="Recovery code"
            value={code}
            error={form.errors[RECOVERY_ID]}
            help="One of the codes that you saved when you set up the app. Each works once."
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={64}
            class="input code-input"
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <CodeField value={code} error={form.errors[CODE_ID]} onChange={change} />
        )}
        <SubmitButton label="Continue" isSending={form.isSending} />
      </form>
      <button
        type="button"
        class="link"
        onClick={() => {
          setCode('')
          setRecovery(!isRecovery)
        }}
      >
        {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
      </button>
    </Panel>
  )
}

function missing(code: string): string | undefined {
  return code.trim() === '' ? 'Enter a recovery code.' : undefined
}
