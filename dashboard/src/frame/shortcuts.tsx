import { Kbd, Modal } from '@mantine/core'
import styles from './menu.module.css'

const keys: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['Ctrl', 'K'], 'Find an object, a page or an action'],
  [['↑', '↓'], 'Choose a result'],
  [['Enter'], 'Open the result, the row or the link'],
  [['Ctrl', 'Enter'], 'Open the result in a new tab'],
  [['Esc'], 'Close a dialog or a menu'],
  [['?'], 'Show this list'],
]

export function Shortcuts({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts">
      <dl className={styles.keys}>
        {keys.map(([names, effect]) => (
          <div key={effect}>
            <dt>{effect}</dt>
            <dd>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="faint">On a Mac, ⌘ takes the place of Ctrl.</p>
    </Modal>
  )
}
