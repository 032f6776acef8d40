import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { Section } from './sections.tsx'
import styles from './settings.module.css'
import { Tool } from './tool.tsx'

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
function toPatch(before: Readonly<Record<string, string>>, pairs: readonly Pair[]) {
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

export function Metadata({ draft: { form, edit }, stored }: MetadataProps) {
  const [pairs, setPairs] = useState(() =>
    Object.entries(stored).map(([name, value]) => pair(name, value)),
  )
  const change = (next: readonly Pair[]) => {
    setPairs([...next])
    edit({ metadata: toPatch(stored, next) })
  }
  const replace = (key: number, part: Partial<Pair>) =>
    change(pairs.map((each) => (each.key === key ? { ...each, ...part } : each)))
  return (
    <Section
      id="metadata"
      about="Your own names and values, up to 50. Florin stores them and does nothing with them."
    >
      {pairs.map(({ key, name, value }) => (
        <div key={key} className={styles.pair}>
          <TextInput
            label="Name"
            maxLength={40}
            value={name}
            error={name === '' ? undefined : form.errorIn(`metadata.${name}`)}
            {...form.anchor(`metadata.${name}`)}
            onChange={(event) => replace(key, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Value"
            maxLength={500}
            value={value}
            onChange={(event) => replace(key, { value: event.currentTarget.value })}
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
