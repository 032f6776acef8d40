import { Button, Menu as Dropdown } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import { useSignOut } from '../api/sign_out.ts'
import { prefer } from '../api/preferences.ts'
import { usePreferences } from '../lib/preferences.ts'
import styles from './menu.module.css'

const themes = [
  { value: 'light', name: 'Light', Icon: IconSun },
  { value: 'dark', name: 'Dark', Icon: IconMoon },
  { value: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
] as const

export function Menu() {
  const user = useUser()
  const navigate = useNavigate()
  const { theme } = usePreferences()
  const signOut = useSignOut()
  return (
    <Dropdown width={240} position="bottom-end">
      <Dropdown.Target>
        <Button variant="subtle" color="gray" size="compact-md">
          <IconUserCircle size={22} stroke={1.75} className={styles.icon} aria-hidden />
          <span className={styles.name}>{user.name ?? user.email}</span>
        </Button>
      </Dropdown.Target>
      <Dropdown.Dropdown>
        <Dropdown.Label>{user.email}</Dropdown.Label>
        <Dropdown.Item
          leftSection={<IconUserCircle size={18} />}
          onClick={() => void navigate({ to: '/account' })}
        >
          Your account
        </Dropdown.Item>
        <Dropdown.Divider />
        <Dropdown.Label>Theme</Dropdown.Label>
        <Dropdown.RadioGroup
          value={theme}
          onChange={(value) => prefer({ theme: value as typeof theme })}
        >
          {themes.map(({ value, name, Icon }) => (
            <Dropdown.RadioItem key={value} value={value} rightSection={<Icon size={18} />}>
              {name}
            </Dropdown.RadioItem>
          ))}
        </Dropdown.RadioGroup>
        <Dropdown.Divider />
        <Dropdown.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
          Sign out
        </Dropdown.Item>
      </Dropdown.Dropdown>
    </Dropdown>
  )
}
