// Forms over the network, byte by byte.
import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { after, test } from 'node:test'
import { until } from '../../../test/support/expect.ts'
import { fileOf } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { BOUNDARY, END, fieldPart, filePart, SlowUpload } from '#testing/slow_upload.ts'

const shop = await harness()
after(() => shop.app.close())
const PURPOSE = fieldPart('purpose', 'dispute_evidence')
const PDF = fileOf('pdf', 300).toString('latin1')
const FILE = `${filePart()}${PDF}\r\n`

/** This process's open files that are unlinked: the spools. */
function openSpools(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(' (deleted)')
    } catch {
      return false
    }
  }).length
}
const noSpools = () => until(async () => openSpools() === 0)
const whole = (...parts: string[]) => new SlowUpload(shop).end(parts.join(''))

test('the file may be before the fields or after them', async () => {
  const last = await whole(PURPOSE, FILE, END)
  const first = await whole(FILE, PURPOSE, END)

  assert.equal(last.status, 201, JSON.stringify(last.body))
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.equal(first.body.file_size, 300)
})

test('a form that arrives one byte at a time is the same form', async () => {
  const upload = new SlowUpload(shop)

  for (const byte of Buffer.from(`${PURPOSE}${FILE}`, 'latin1')) {
    await upload.send(Buffer.of(byte))
  }
  const answer = await upload.end(END)

  assert.equal(answer.status, 201)
  const content = await shop.get(`/files/${answer.body.file_id}/content`)
  assert.ok(content.bytes.equals(fileOf('pdf', 300)))
})

const many = Array.from({ length: 21 }, (_, n) => fieldPart(`f${n}`, 'x')).join('')
const refusals: [string, string[], number, string, string?][] = [
  ['no file', [PURPOSE, END], 400, 'IR_33', 'file'],
  ['the file as text', [PURPOSE, fieldPart('file', 'text'), END], 400, 'IR_33', 'file'],
  ['an input that nobody filled', [PURPOSE, filePart(''), '\r\n', END], 400, 'IR_33', 'file'],
  ['an empty file', [PURPOSE, filePart(), '\r\n', END], 400, 'IR_36', 'file'],
  ['an empty form', [END], 400, 'IR_33', 'file'],
  ['two files', [PURPOSE, FILE, FILE, END], 400, 'IR_04', 'file'],
  [
    'the file in another field',
    [PURPOSE, filePart('a', 'doc'), PDF, '\r\n', END],
    400,
    'IR_04',
    'doc',
  ],
  ['a field twice', [PURPOSE, PURPOSE, FILE, END], 400, 'IR_04', 'purpose'],
  ['a field too many', [PURPOSE, fieldPart('x', '1'), FILE, END], 400, 'IR_04', 'x'],
  ['a field __proto__', [PURPOSE, fieldPart('__proto__', '1'), FILE, END], 400, 'IR_04'],
  ['a NUL in a field', [fieldPart('purpose', 'a\0'), FILE, END], 400, 'IR_04'],
  ['a field of 64 KiB', [fieldPart('purpose', 'x'.repeat(65_537)), END], 413, 'IR_07'],
  ['21 fields', [many, END], 413, 'IR_07'],
  ['a form that is not ended', [PURPOSE, filePart(), PDF], 400, 'IR_06'],
  ['a form cut off in a head', [PURPOSE, '--', BOUNDARY, '\r\nContent-Dis'], 400, 'IR_06'],
  ['a part whose head never ends', ['--', BOUNDARY, '\r\nA: b\r\n', FILE, END], 400, 'IR_06'],
  ['such a part after the file', [FILE, '--', BOUNDARY, '\r\nA: b\r\n', END], 400, 'IR_06'],
  ['no form at all', ['{"purpose": "dispute_evidence"}'], 400, 'IR_06'],
]

for (const [what, parts, status, code, field] of refusals) {
  test(`${what} is refused with ${status} ${code}`, async () => {
    const answer = await whole(...parts)

    assert.equal(`${answer.status} ${answer.code}`, `${status} ${code}`, answer.body.error.message)
    if (field !== undefined) assert.equal(answer.body.error.field, field)
    await noSpools()
  })
}

test('a form without its boundary is refused with 400 IR_06', async () => {
  const headers = { 'Content-Type': 'multipart/form-data' }

  const answer = await new SlowUpload(shop, headers).end(PURPOSE)

  assert.equal(`${answer.status} ${answer.code}`, '400 IR_06')
})

test('a caller without permission is refused before a byte of the body is sent', async () => {
  const reader = await shop.keyWith('disputes:read')
  const length = { 'Content-Length': '4000000' }
  const nobody = new SlowUpload(shop.with(undefined), length)
  const limited = new SlowUpload(reader, length)
  nobody.request.flushHeaders()
  limited.request.flushHeaders()

  const answers = await Promise.all([nobody.answer, limited.answer])

  assert.deepEqual(
    answers.map(({ status, code }) => `${status} ${code}`),
    ['401 AU_01', '403 AU_03'],
  )
  nobody.request.destroy()
  limited.request.destroy()
})

test('a body announced as too large is refused before it is sent', async () => {
  const upload = new SlowUpload(shop, { 'Content-Length': '5065537' })
  upload.request.flushHeaders()

  const answer = await upload.answer

  assert.equal(`${answer.status} ${answer.code}`, '413 IR_36')
  upload.request.destroy()
})

test('a file that is too large is refused while it arrives', async () => {
  const upload = new SlowUpload(shop)
  await upload.send(`${PURPOSE}${filePart()}`)
  await upload.send(fileOf('pdf', 5_000_001))

  // Nothing says yet that the file has ended, or that the form has.
  const answer = await upload.answer

  assert.equal(`${answer.status} ${answer.code}`, '413 IR_36')
  await noSpools()
  upload.request.destroy()
})

test('a file of another kind is refused by its first bytes, while the rest is on its way', async () => {
  const upload = new SlowUpload(shop)
  await upload.send(
    `${PURPOSE}${filePart('report.pdf')}#!/bin/sh\nrm -rf everything\n${'x'.repeat(99)}`,
  )

  const answer = await upload.answer

  assert.equal(`${answer.status} ${answer.code}`, '400 IR_36')
  await noSpools()
  upload.request.destroy()
})

test('a form that never ends is refused when the frame of 64 KiB is used up', async () => {
  const upload = new SlowUpload(shop)
  await upload.send(`${PURPOSE}${FILE}${END}`)

  for (let n = 0; n < 60; n++) await upload.send(Buffer.alloc(100_000))
  const answer = await upload.answer

  assert.equal(`${answer.status} ${answer.code}`, '413 IR_07')
  upload.request.destroy()
})

test('a caller that disconnects within the upload leaves nothing open', async () => {
  const upload = new SlowUpload(shop)
  upload.request.on('error', () => undefined)
  await upload.send(`${PURPOSE}${filePart()}`)
  await upload.send(fileOf('pdf', 2_000_000))
  await until(async () => openSpools() > 0)

  upload.request.destroy()

  await noSpools()
  await until(async () => (await shop.app.metrics.in_flight.get()).values[0]?.value === 0)
})
