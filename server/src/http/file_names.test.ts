import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanName, contentDisposition } from './file_names.ts'

const names: [string, string][] = [
  ['receipt.pdf', 'receipt.pdf'],
  ['Quittung für Zoë – 大.pdf', 'Quittung für Zoë – 大.pdf'],
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['a\0b.pdf', 'ab.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
  ['a%0D%0aSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
  ['the %22best%22.pdf', 'the "best".pdf'],
  ['100%25.pdf', '100%25.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['half \ud83c of a pair.pdf', 'half \ufffd of a pair.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ['🌍'.repeat(300), '🌍'.repeat(255)],
]

for (const [sent, stored] of names) {
  test(`${JSON.stringify(sent.slice(0, 40))} is kept as ${JSON.stringify(stored.slice(0, 40))}`, () => {
    assert.equal(cleanName(sent), stored)
  })
}

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[%"\\/.\r\n;=0-9a-z]*$/),
)

test('for any input, the name is one line without a path, and can be displayed and stored', () => {
  fc.assert(
    fc.property(anything, (sent) => {
      const name = cleanName(sent)
      assert.match(name, /^[^/\\\p{Cc}\p{Bidi_Control}]+$/u)
      assert.ok(Array.from(name).length <= 255 && name.isWellFormed())
      assert.ok(!['.', '..'].includes(name))
    }),
  )
})

test('for any name, the header is one line, and a parser of RFC 6266 returns the name', () => {
  fc.assert(
    fc.property(anything, (sent) => {
      const name = cleanName(sent)
      const header = contentDisposition(name)
      const parts = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.~%-]*)$/.exec(
        header,
      )
      assert.ok(parts, header)
      assert.doesNotMatch(parts[1] ?? '', /["\\]/)
      assert.equal(decodeURIComponent(parts[2] ?? ''), name)
    }),
  )
})
