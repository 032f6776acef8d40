// One word and one style for each role of a button, and one mark for optional fields, read from the dashboard's sources.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Button {
  readonly file: string
  readonly props: string
  readonly text: string
}

const BUTTON = /<(Button|LinkButton)\b((?:[^>=]|=>|=(?!>)|\/>)*?)>\s*([^<>]*?)\s*<\/\1>/g
const FORMS = new Set(['disputes/evidence_form.tsx', 'settings/save_bar.tsx'])
const sources = globSync('dashboard/src/**/*.{ts,tsx}').map((path) => ({
  file: path.replaceAll('\\', '/').replace('dashboard/src/', ''),
  text: readFileSync(path, 'utf8'),
}))
const buttons: readonly Button[] = sources.flatMap(({ file, text: source }) =>
  [...source.matchAll(BUTTON)].map(([, , props = '', text = '']) => ({ file, props, text })),
)
const verbs = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bverb=(?:"([^"]+)"|\{.*?'([^']+)')/g)].map(([, plain, chosen]) => ({
    file,
    text: plain ?? chosen ?? '',
  })),
)

test('buttons and their submit texts are found', () => {
  assert.ok(buttons.length > 90, `${buttons.length} buttons`)
  assert.ok(verbs.length > 50, `${verbs.length} submit texts`)
})

test('"New" opens a form, and "Create" submits it', () => {
  const isOpener = ({ props }: Button) => !props.includes('type="submit"')
  assert.deepEqual(
    buttons.filter((button) => isOpener(button) && /^Create\b/.test(button.text)),
    [],
  )
  assert.deepEqual(
    verbs.filter(({ text }) => /^New\b/.test(text)),
    [],
  )
})

test('"Cancel" leaves a form, "Close" what can only be read, and "Discard" what is saved as a draft', () => {
  const forms = new Map(
    sources.map(({ file, text }) => [file, /<(ApiForm|form)\b|type="submit"/.test(text)]),
  )
  assert.deepEqual(
    buttons.filter(({ file, text }) => text === 'Close' && forms.get(file)),
    [],
  )
  assert.deepEqual(
    buttons.filter(({ file, text }) => text === 'Discard' && !FORMS.has(file)),
    [],
  )
})

test('what leaves or opens a dangerous step looks secondary; red is the last step alone', () => {
  const leaving = ['Cancel', 'Close', 'Discard', 'Stay', 'Finish later']
  const dangerous = ['Delete', 'Revoke', 'Remove', 'Deactivate', 'Archive', 'Stop', 'Accept']
  const secondary = buttons.filter(({ text }) => [...leaving, ...dangerous].includes(text))
  assert.ok(secondary.length > 15)
  assert.deepEqual(
    secondary.filter(({ props }) => !/variant="(default|subtle)"/.test(props)),
    [],
  )
  assert.deepEqual(
    buttons.filter(({ props, text }) => props.includes('color="red"') && text !== 'Leave'),
    [],
  )
})

test('only the form itself marks a field, and only as optional', () => {
  const marked = sources.filter(({ text }) => /\(optional\)|'Optional'/.test(text))
  assert.deepEqual(
    marked.map(({ file }) => file),
    ['lib/fields.tsx'],
  )
  const stars = sources.filter(({ text }) => /withAsterisk(?!=\{false\}|: false)/.test(text))
  assert.deepEqual(
    stars.map(({ file }) => file),
    [],
  )
})
