// The page after the single sign-on provider: the session starts with a click, so no link on another site starts one.
import { Panel } from '../panel.tsx'
import { api } from './api.ts'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { useSubmit } from './use_submit.ts'

/** The response parameters that the server reads; providers add others. */
const NAMES = ['code', 'state', 'iss', 'error', 'error_description']
const BUTTON_ID = 'sign-in'

interface SignInProps {
  provider: string
  /** The query with which the provider sent the browser back. */
  response: string
}

export function SignInPage({ provider, response }: SignInProps) {
  const parameters = [...new URLSearchParams(response)].filter(([name]) => NAMES.includes(name))
  const form = useSubmit({
    field: BUTTON_ID,
    check: () => ({}),
    send: () => api.finishSignIn(Object.fromEntries(parameters)),
    onDone: ({ url }) => location.assign(url),
  })
  return (
    <Panel
      title="Sign in to Florin"
      text={`${provider} has confirmed who you are. If you did not start this, close the page: nothing happens.`}
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note || (form.errors[BUTTON_ID] ?? '')} />
        <SubmitButton label="Sign in" isSending={form.isSending} />
      </form>
      <p class="small-print">
        It did not work? <a href="/dashboard/sign-in">Start again.</a>
      </p>
    </Panel>
  )
}
