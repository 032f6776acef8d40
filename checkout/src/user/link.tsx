// The link in a mail: its purpose is read first, so that an old link is explained before the user chooses a password.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../api.ts'
import { Panel, Spinner } from '../panel.tsx'

interface LinkProps<Value> {
  token: string
  read: (token: string) => Promise<Result<Value>>
  /** Shown for a link that does not work. */
  dead: ComponentChildren
  children: (value: Value, onDead: () => void) => ComponentChildren
}

export function Link<Value>({ token, read, dead, children }: LinkProps<Value>) {
  const [answer, setAnswer] = useState<Result<Value> | 'dead' | undefined>(
    token === '' ? 'dead' : undefined,
  )
  const load = async () => {
    setAnswer(undefined)
    setAnswer(await read(token))
  }
  useEffect(() => {
    if (token !== '') void load()
  }, [])
  if (answer === undefined) return <Spinner text="Reading the link…" />
  if (answer === 'dead') return <>{dead}</>
  if (answer.type === 'ok') return <>{children(answer.value, () => setAnswer('dead'))}</>
  const isBusy = answer.type === 'refused' && answer.error.code === 'RL_01'
  if (answer.type === 'refused' && !isBusy) return <>{dead}</>
  const text = isBusy
    ? 'There were too many requests from your network. Wait a minute, then try again.'
    : 'Check your connection, then try again.'
  return (
    <Panel sign="stop" title="The link could not be read" text={text}>
      <button type="button" class="button primary" onClick={() => void load()}>
        Try again
      </button>
    </Panel>
  )
}
