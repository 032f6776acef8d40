// The merchant for which the person works and the business profile that the pages show, and the way to others.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { post } from '../api/change.ts'
import { standing } from '../api/client.ts'
import { chooseProfile, useProfile, useProfiles } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { type User, userQuery } from '../api/session.ts'
import { useChange } from '../lib/change.ts'
import { useSetText, useText } from '../lib/url.ts'
import { announce } from './announce.tsx'
import styles from './switcher.module.css'

const ALL = 'all'

export function Switcher({ user }: { user: User }) {
  const { merchants, merchant_id } = user
  const profiles = useProfiles()
  const profile = useProfile()
  const chooseMerchant = useMerchantSwitch()
  const choose = useProfileSwitch(merchant_id)
  const current = merchants.find((each) => each.merchant_id === merchant_id)
  const name = current?.merchant_name ?? 'No merchant'
  const about =
    profiles.length > 1 ? (profile?.profile_name ?? 'All profiles') : (user.role_name ?? 'No role')
  if (merchants.length < 2 && profiles.length < 2) return <Name name={name} about={about} />
  return (
    <Menu width={260} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Name name={name} about={about} />
          <IconSelector size={16} aria-label="Switch" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.list}>
        {profiles.length > 1 && (
          <Menu.RadioGroup
            value={profile?.profile_id ?? ALL}
            onChange={(id) => choose(id === ALL ? undefined : id)}
          >
            <Menu.Label>Profile</Menu.Label>
            <Choice value={ALL} name="All profiles" />
            {profiles.map(({ profile_id, profile_name }) => (
              <Choice key={profile_id} value={profile_id} name={profile_name} />
            ))}
          </Menu.RadioGroup>
        )}
        {merchants.length > 1 && (
          <Menu.RadioGroup
            value={merchant_id ?? ''}
            onChange={(id) => id !== merchant_id && chooseMerchant(id)}
          >
            <Menu.Label>Merchant</Menu.Label>
            {merchants.map((each) => (
              <Choice key={each.merchant_id} value={each.merchant_id} name={each.merchant_name} />
            ))}
          </Menu.RadioGroup>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useMerchantSwitch() {
  const navigate = useNavigate()
  const router = useRouter()
  const { send } = useChange({
    isAlone: true,
    // The menu gives the merchant with each request.
    run: post('/user/switch_merchant', { body: { merchant_id: '' } }),
    async after({ merchant_id }) {
      // The other merchant's data leaves memory. The page changes only after the new role is known.
      standing.merchant_id = merchant_id
      delete standing.profile_id
      delete standing.default_profile_id
      await queries.fetchQuery({ ...userQuery, staleTime: 0 })
      await navigate({ to: '/' })
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
      await router.invalidate()
    },
    done: ({ merchant_name }) => `You now work for ${merchant_name}.`,
    failed: (error) => announce('failed', error.message),
  })
  return (merchant_id: string) => send(post('/user/switch_merchant', { body: { merchant_id } }))
}

function useProfileSwitch(merchant_id: string | null) {
  const change = useSetText()
  const search = useText()
  return (profile_id: string | undefined) => {
    if (merchant_id === null) return
    chooseProfile(merchant_id, profile_id)
    // The place in a list is a row in the profile that was shown until now.
    const { starting_after: _, ending_before: __, ...rest } = search
    change(rest)
    const own = new Set<unknown>([userQuery.queryKey[0], 'profiles'])
    void queries.resetQueries({ predicate: ({ queryKey }) => !own.has(queryKey[0]) })
  }
}

function Choice({ value, name }: { value: string; name: string }) {
  return (
    <Menu.RadioItem value={value} closeMenuOnClick>
      {name}
    </Menu.RadioItem>
  )
}

function Name({ name, about }: { name: string; about: string }) {
  return (
    <span className={styles.name}>
      {name}
      <small className="faint">{about}</small>
    </span>
  )
}
