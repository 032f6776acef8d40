import { Button, Checkbox, CopyButton, Group, Modal } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { save } from '../lib/save.ts'
import styles from './account.module.css'

/** Shown once: the dialog stays until the person says that they are stored. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const [isStored, setStored] = useState(false)
  const text = codes.join('\n')
  const file = `Recovery codes of your Florin account at ${location.host}. Each works once.\n\n${text}\n`
  return (
    <Modal
      opened
      onClose={() => isStored && close()}
      title="Store your recovery codes"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={isStored}
    >
      <div className="stack">
        <p className="flush">
          If you lose your phone, one of these codes takes its place; each works once. They are
          shown only now.
        </p>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => save(file, 'florin-recovery-codes.txt')}
          >
            Download
          </Button>
        </Group>
        <Checkbox
          label="I have stored the codes"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button disabled={!isStored} onClick={close}>
          Done
        </Button>
      </div>
    </Modal>
  )
}
