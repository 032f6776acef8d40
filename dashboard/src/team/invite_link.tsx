import { Button, CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'

export function InviteLink({ email, url }: { email: string; url: string }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 12, paddingBlock: 4 }}>
      <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{email}</span>
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
    </div>
  )
}
