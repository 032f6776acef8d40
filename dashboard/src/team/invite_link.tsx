import { Button, CopyButton, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'

export function InviteLink({ email, url }: { email: string; url: string }) {
  return (
    <Group gap={12} py={4} wrap="nowrap">
      <span className="grow wrap">{email}</span>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconCopy size={14} />}
            onClick={copy}
            aria-label={`${copied ? 'Copied' : 'Copy'} the link for ${email}`}
          >
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
