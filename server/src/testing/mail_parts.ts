// A received mail as its reader sees it: headers and bodies without their encodings.
import assert from 'node:assert/strict'
import type { ReceivedMail } from './mail_server.ts'

export interface MailParts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function partsOf({ source }: ReceivedMail): MailParts {
  const [, boundary] = /boundary="([^"]+)"/.exec(source) ?? []
  assert.ok(boundary, 'the mail has several parts')
  const parts = source.split(`--${boundary}`).map(bodyOf)
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source) ?? []
  return { subject: decodeHeader(subject), text: find(parts, 'plain'), html: find(parts, 'html') }
}

interface Part {
  type: string
  body: string
}

function find(parts: readonly Part[], type: string): string {
  const part = parts.find((each) => each.type === type)
  assert.ok(part, `the mail has a part text/${type}`)
  return part.body
}

function bodyOf(part: string): Part {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const [, type = ''] = /Content-Type: text\/(\w+)/.exec(head) ?? []
  const [, encoding = ''] = /Content-Transfer-Encoding: (\S+)/.exec(head) ?? []
  const raw = rest.join('\r\n\r\n')
  const bytes =
    encoding === 'base64'
      ? Buffer.from(raw, 'base64')
      : fromQuoted(encoding === 'quoted-printable' ? raw : raw.replaceAll('=', '=3D'))
  return { type, body: bytes.toString().replaceAll('\r\n', '\n') }
}

function fromQuoted(text: string): Buffer {
  const joined = text.replaceAll('=\r\n', '')
  const latin = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(latin, 'latin1')
}

/** Encoded words; consecutive ones are one text. */
function decodeHeader(header: string): string {
  const folded = header.replaceAll(/\r\n[ \t]/g, ' ').replaceAll(/\?= =\?/g, '?==?')
  const bytes: Buffer[] = []
  for (const [, charset, kind, word = '', plain = ''] of folded.matchAll(
    /=\?([\w-]+)\?([BQ])\?([^?]*)\?=|([^=]+|=)/gi,
  )) {
    if (charset === undefined) bytes.push(Buffer.from(plain))
    else if (kind?.toUpperCase() === 'B') bytes.push(Buffer.from(word, 'base64'))
    else bytes.push(fromQuoted(word.replaceAll('_', ' ')))
  }
  return Buffer.concat(bytes).toString()
}
