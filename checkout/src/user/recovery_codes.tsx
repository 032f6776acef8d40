// The recovery codes, which are shown once.
import { CopyButton } from '../copy_button.tsx'
import { Panel } from '../panel.tsx'

const FILE_NAME = 'florin-recovery-codes.txt'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <Panel
      sign="done"
      title="Save your recovery codes"
      text="The second factor is on. If you lose your phone, one of these codes takes its place; each works once. They are shown only now."
    >
      <section class="recovery" aria-label="Recovery codes">
        <ol class="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div class="recovery-actions">
          <CopyButton label="recovery codes" value={text} />
          <button type="button" class="copy" onClick={() => download(text)}>
            Download
          </button>
        </div>
      </section>
      <button type="button" class="button primary pay" onClick={onDone}>
        I have saved them
      </button>
    </Panel>
  )
}

function download(codes: string): void {
  const text = `Recovery codes of your Florin account at ${location.host}. Each works once.\n\n${codes}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}
