import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core'

/** An id in a monospaced font that is copied by a click. */
export function Id({ children }: { children: string }) {
  return (
    <CopyButton value={children}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'} openDelay={300}>
          <UnstyledButton
            className="id wrap"
            aria-label={`Copy ${children}`}
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
          >
            {children}
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}
