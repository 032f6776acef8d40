import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { settingsQuery } from './users.ts'

/** The merchant's setting, on the button that changes it. */
export function RequireTwoFactor() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  const { require_two_factor: isRequired } = data
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {isRequired ? 'Two-factor: required' : 'Two-factor: optional'}
      </Button>
      {isOpen && <Change isRequired={isRequired} close={() => setOpen(false)} />}
    </>
  )
}

function Change({ isRequired, close }: { isRequired: boolean; close: () => void }) {
  const body = { require_two_factor: !isRequired }
  return (
    <Action
      title={isRequired ? 'Make two-factor optional' : 'Require two-factor authentication'}
      verb={isRequired ? 'Make it optional' : 'Require it'}
      isDangerous={isRequired}
      close={close}
      run={post('/user/team_settings', { body })}
      done={() =>
        isRequired
          ? 'Two-factor authentication is optional.'
          : 'Two-factor authentication is required for everyone in this team.'
      }
    >
      <p className="flush">
        {isRequired
          ? 'From then on a password alone is enough for people without an authenticator app.'
          : 'Applies at once: people who signed in with a password alone can only set up an authenticator app or a passkey, until that is done. API keys are not affected.'}
      </p>
    </Action>
  )
}
