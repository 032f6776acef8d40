// Help from every page: guides, and the list of keys.
import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconBook2, IconHelpCircle, IconKeyboard, IconMap, IconRocket } from '@tabler/icons-react'

const pages = [
  { href: '/docs/guides/dashboard', name: 'About the dashboard', Icon: IconMap },
  { href: '/docs', name: 'Guides', Icon: IconBook2 },
  { href: '/docs/guides/going-live', name: 'Going live', Icon: IconRocket },
]

export function Help({ showShortcuts }: { showShortcuts: () => void }) {
  return (
    <Menu width={220} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help">
          <IconHelpCircle size={22} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ href, name, Icon }) => (
          <Menu.Item
            key={href}
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon size={18} stroke={1.75} />}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.75} />}
          rightSection={<Kbd>?</Kbd>}
          onClick={showShortcuts}
        >
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
