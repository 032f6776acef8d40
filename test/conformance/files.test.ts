// Uploading the files that evidence names: multipart/form-data with purpose=dispute_evidence (required),
// file (required), dispute_id (optional); jpeg, png, pdf by magic bytes; 1 byte to 5,000,000 bytes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { errors } from '#errors.ts'
import { delayBank } from '#testing/bank.ts'
import { EVIDENCE, fileOf, formOf, upload } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { filePart, END, fieldPart, SlowUpload } from '#testing/slow_upload.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await harness()
after(() => shop.app.close())

const send = (form: FormData) => shop.post('/files', undefined, { raw: form })

test('POST /files answers 201 with the file, which expires after 30 days', async () => {
  await using paying = await payingShop()
  const { dispute_id } = (await disputed(paying)).body
  const form = formOf({ ...EVIDENCE, dispute_id }, fileOf('pdf', 1_234), 'Receipt 7.pdf')

  const answer = await paying.post('/files', undefined, { raw: form })

  assert.equal(answer.status, 201)
  const { file_id, created, expires_at, ...rest } = answer.body
  assert.match(file_id, /^file_[0-9a-z]{26}$/)
  assert.deepEqual(rest, {
    file_name: 'Receipt 7.pdf',
    file_size: 1_234,
    file_type: 'application/pdf',
    purpose: 'dispute_evidence',
    dispute_id,
  })
  assert.match(created, ISO_UTC)
  assert.equal(Date.parse(expires_at) - Date.parse(created), 30 * 24 * 60 * 60 * 1000)
})

test('GET /files/:file_id returns the same object as the upload; dispute_id is null when none was sent', async () => {
  const made = await upload(shop)

  const answer = await shop.get(`/files/${made.body.file_id}`)

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, made.body)
  assert.equal(answer.body.dispute_id, null)
})

const kinds = [
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['pdf', 'application/pdf'],
] as const

for (const [kind, type] of kinds) {
  test(`a ${kind} comes back from /content byte for byte as ${type}, to be saved and not shown`, async () => {
    const file = fileOf(kind, 70_001)
    const { file_id, file_type } = (await upload(shop, file, `scan.${kind}`)).body

    const answer = await shop.get(`/files/${file_id}/content`)

    assert.equal(file_type, type)
    assert.equal(answer.status, 200)
    assert.ok(answer.bytes.equals(file))
    assert.equal(answer.headers.get('Content-Type'), type)
    assert.equal(answer.headers.get('Content-Length'), '70001')
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff')
    assert.equal(
      answer.headers.get('Content-Disposition'),
      `attachment; filename="scan.${kind}"; filename*=UTF-8''scan.${kind}`,
    )
  })
}

test('the content decides the type, whatever the name and the header of the part say', async () => {
  const form = formOf(EVIDENCE)
  form.set('file', new Blob([fileOf('png')], { type: 'text/html' }), 'page.html')

  const answer = await send(form)

  assert.equal(answer.status, 201)
  assert.equal(answer.body.file_type, 'image/png')
})

const others: [string, string | Buffer][] = [
  ['a shell script', '#!/bin/sh\nrm -rf /\n'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a GIF', 'GIF89a\x01\0\x01\0\x80\0\0'],
  ['a ZIP', 'PK\x03\x04\x14\0\0\0'],
  ['a Windows program', 'MZ\x90\0\x03\0\0\0'],
  ['a Linux program', '\x7fELF\x02\x01\x01\0'],
  ['PostScript', '%!PS-Adobe-3.0'],
  ['one byte', '%'],
  ['a PDF behind a page', '<script>alert(1)</script>%PDF-1.7\n'],
  ['a PDF behind one space', ' %PDF-1.7\n'],
  ['a PDF of no version', '%PDF-<script>'],
  ['a JPEG that is cut after two bytes', '\xff\xd8'],
  ['a JPEG behind a ZIP', 'PK\x03\x04\xff\xd8\xff\xe0'],
  ['a PNG that is a script after its signature', '\x89PNG\r\n\x1a\n<?php system($_GET[0]);'],
  ['a PNG whose line ends were changed on the way', '\x89PNG\n\x1a\n\0\0\0\rIHDR'],
]

for (const [what, bytes] of others) {
  test(`${what} called evidence.pdf is refused with 400 IR_36`, async () => {
    const file = Buffer.from(bytes as string, 'latin1')

    assertRefused(await upload(shop, file, 'evidence.pdf'), 400, 'IR_36', 'file')
    assertRefused(
      await upload(shop, Buffer.concat([file, Buffer.alloc(9_000)])),
      400,
      'IR_36',
      'file',
    )
  })
}

test('5,000,000 bytes are taken, and one more is refused with 413 IR_36', async () => {
  const largest = await upload(shop, fileOf('pdf', 5_000_000))
  const larger = await upload(shop, fileOf('pdf', 5_000_001))
  const far = await upload(shop, fileOf('pdf', 12_000_000))

  assert.equal(largest.status, 201)
  assert.equal(largest.body.file_size, 5_000_000)
  assertRefused(larger, 413, 'IR_36', 'file')
  assertRefused(far, 413, 'IR_36', 'file')
})

test('5,000,000 bytes are taken without an announced length, too, and one more is not', async () => {
  const begin = async (size: number) => {
    const slow = new SlowUpload(shop)
    await slow.send(`${fieldPart('purpose', 'dispute_evidence')}${filePart()}`)
    await slow.send(fileOf('pdf', size))
    return slow.end(`\r\n${END}`)
  }

  const [largest, larger] = [await begin(5_000_000), await begin(5_000_001)]

  assert.equal(largest.status, 201)
  assert.equal(`${larger.status} ${larger.code}`, '413 IR_36')
})

test('an empty file is refused with 400 IR_36', async () => {
  assertRefused(await upload(shop, Buffer.alloc(0)), 400, 'IR_36', 'file')
})

test('a missing file is refused with 400 IR_33', async () => {
  assertRefused(await send(formOf(EVIDENCE)), 400, 'IR_33', 'file')
  assertRefused(await send(formOf({ purpose: 'something else' })), 400, 'IR_33', 'file')
  assertRefused(await shop.post('/files'), 400, 'IR_33', 'file')
})

test('a purpose that is missing or unknown is refused with 400 IR_35', async () => {
  for (const fields of [{}, { purpose: '' }, { purpose: 'selfie' }, { purpose: 'x', odd: 1 }]) {
    assertRefused(await send(formOf(fields, fileOf('pdf'))), 400, 'IR_35', 'purpose')
  }
})

test('a dispute_id that no dispute can have, and an unknown field, are refused with 400 IR_04', async () => {
  const strange = await send(formOf({ ...EVIDENCE, dispute_id: '../1' }, fileOf('pdf')))
  const unknown = await send(formOf({ ...EVIDENCE, colour: 'red' }, fileOf('pdf')))

  assertRefused(strange, 400, 'IR_04', 'dispute_id')
  assertRefused(unknown, 400, 'IR_04', 'colour')
})

test('a body that is not a form is refused with 415 IR_06', async () => {
  const json = await shop.post('/files', EVIDENCE)
  const bare = await shop.post('/files', undefined, {
    raw: fileOf('pdf'),
    headers: { 'Content-Type': 'application/pdf' },
  })

  assertRefused(json, 415, 'IR_06')
  assertRefused(bare, 415, 'IR_06')
  assert.match(json.body.error.message, /multipart\/form-data/)
})

test('a form is refused with 415 IR_06 wherever no file is uploaded', async () => {
  const answer = await shop.post('/customers', undefined, { raw: formOf({ name: 'Ada' }) })

  assertRefused(answer, 415, 'IR_06')
})

const names = [
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  'a\0.pdf',
  'a\r\nX-Injected: yes\r\n.pdf',
  'a"; filename="b.pdf',
  "a'b%00%2e%2e.pdf",
  `${'long'.repeat(900)}.pdf`,
  'Beleg für Zoë 大きな 🌍.pdf',
  'invoice\u202efdp.exe',
  '.',
  '%',
]

for (const name of names) {
  test(`a file called ${JSON.stringify(name.slice(0, 40))} is taken, kept, given back and harmless`, async () => {
    const made = await upload(shop, fileOf('pdf'), name)
    const { file_id, file_name } = made.body
    const content = await shop.get(`/files/${file_id}/content`)

    assert.equal(made.status, 201)
    assert.doesNotMatch(file_name, /[/\\\p{Cc}]/u)
    assert.ok(file_name !== '' && Array.from(file_name as string).length <= 255)
    assert.equal((await shop.get(`/files/${file_id}`)).body.file_name, file_name)
    assert.ok(content.bytes.equals(fileOf('pdf')))
    assert.equal(content.headers.get('X-Injected'), null)
    const header = content.headers.get('Content-Disposition') ?? ''
    assert.match(header, /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.~%-]+$/)
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1] ?? ''), file_name)
  })
}

test('DELETE removes a file that nothing names', async () => {
  const { file_id } = (await upload(shop)).body

  const deleted = await shop.delete(`/files/${file_id}`)

  assert.equal(deleted.status, 200)
  assert.deepEqual(deleted.body, { file_id, deleted: true })
  assertRefused(await shop.get(`/files/${file_id}`), 404, 'IR_05')
  assertRefused(await shop.get(`/files/${file_id}/content`), 404, 'IR_05')
  assertRefused(await shop.delete(`/files/${file_id}`), 404, 'IR_05')
})

test("another merchant's file is unknown, for reading as for deleting", async () => {
  const { client } = await shop.neighbour()
  const { file_id } = (await upload(client)).body

  assertRefused(await shop.get(`/files/${file_id}`), 404, 'IR_05')
  assertRefused(await shop.get(`/files/${file_id}/content`), 404, 'IR_05')
  assertRefused(await shop.delete(`/files/${file_id}`), 404, 'IR_05')

  assert.equal((await client.get(`/files/${file_id}/content`)).status, 200)
})

test('files belong to the scopes of disputes', async () => {
  const { file_id } = (await upload(shop)).body
  const reader = await shop.keyWith('disputes:read')
  const writer = await shop.keyWith('disputes:write')
  const other = await shop.keyWith('payments:write', 'payments:read')

  assert.equal((await reader.get(`/files/${file_id}`)).status, 200)
  assert.equal((await reader.get(`/files/${file_id}/content`)).status, 200)
  assertRefused(await upload(reader), 403, 'AU_03')
  assertRefused(await reader.delete(`/files/${file_id}`), 403, 'AU_03')
  assert.equal((await writer.get(`/files/${file_id}`)).status, 200)
  assertRefused(await upload(other), 403, 'AU_03')
  assert.equal((await upload(writer)).status, 201)
  assert.equal((await writer.delete(`/files/${file_id}`)).status, 200)
})

test('an upload counts once against the rate limit, and carries the common headers', async () => {
  const answer = await upload(shop)

  assert.match(answer.headers.get('X-Request-Id') ?? '', /^req_/)
  assert.ok(answer.headers.get('X-Api-Version'))
  assert.ok(Number(answer.headers.get('X-RateLimit-Remaining')) > 0)
})

test('the three codes of files are invalid_request', () => {
  for (const code of ['IR_33', 'IR_35', 'IR_36'] as const) {
    assert.equal(errors[code].type, 'invalid_request')
    assert.equal(errors[code].status, 400)
  }
  assert.equal(errors.IR_36.also[0]?.[0], 413)
})
