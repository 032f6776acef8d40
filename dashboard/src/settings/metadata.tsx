import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { Tool } from './risk_rules.tsx'
import { Section } from './sections.tsx'
import styles from './settings.module.css'

interface Pair {
  readonly key: number
  readonly name: string
  readonly value: string
}

const MOST = 50
let last = 0

function pair(name: string, value: string): Pair {
  last += 1
  return { key: last, name, value }
}

/** The API merges key by key: a key that is gone is sent as null. */
function diffMetadata(before: Readonly<Record<string, string>>, pairs: readonly Pair[]) {
  const after = new Map(
    pairs.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]),
  )
  const removed = Object.keys(before)
    .filter((name) => !after.has(name))
    .map((name) => [name, null] as const)
  const changed = [...after].filter(([name, value]) => before[name] !== value)
  return Object.fromEntries([...removed, ...changed])
}

interface MetadataProps {
  draft: Draft
  stored: Readonly<Record<string, string>>
}

export function Metadata({ draft: { set, fault }, stored }: MetadataProps) {
  const [pairs, setPairs] = useState(() =>
    Object.entries(stored).map(([name, value]) => pair(name, value)),
  )
  const change = (next: readonly Pair[]) => {
    setPairs([...next])
    set({ metadata: diffMetadata(stored, next) })
  }
  const edit = (key: number, part: Partial<Pair>) =>
    change(pairs.map((each) => (each.key === key ? { ...each, ...part } : each)))
  return (
    <Section
      title="Metadata"
      about="Your own names and values, up to 50. Florin stores them and does nothing with them."
    >
      {pairs.map(({ key, name, value }) => (
        <div key={key} className={styles.pair}>
          <TextInput
            label="Name"
            maxLength={40}
            value={name}
            error={name === '' ? undefined : fault(`metadata.${name}`)}
            onChange={(event) => edit(key, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Value"
            maxLength={500}
            value={value}
            onChange={(event) => edit(key, { value: event.currentTarget.value })}
          />
          <div className={styles.icons}>
            <Tool
              name={`Remove ${name || 'this pair'}`}
              icon={IconTrash}
              run={() => change(pairs.filter((each) => each.key !== key))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={pairs.length >= MOST}
          onClick={() => change([...pairs, pair('', '')])}
        >
          Add a value
        </Button>
      </div>
    </Section>
  )
}
