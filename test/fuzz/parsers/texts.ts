// Texts that are more than text: addresses, file names, headers, and places that may hide a card number.
import { webhookRefusal } from '#kernel/addresses.ts'
import { isNetwork, isWithin, subscriberNetwork } from '#kernel/networks.ts'
import { hasCardNumber } from '#http/card_numbers.ts'
import { cleanName, contentDisposition } from '#http/file_names.ts'
import { formatNames, isOfFormat } from '#http/rules.ts'
import { sentSession } from '#http/sessions.ts'
import { mutate, samples } from '../mutate.ts'
import type { Parser } from '../parsers.ts'

const urls = samples(
  ['https://shop.example:8443/hook?a=b#c', 'http://[::ffff:127.0.0.1]/', 'https://0x7f.1/'],
  ['http://', '@', '[', '::', '%00', '127.1', '\\', '.localhost', '。', 'xn--'],
  2_048,
)

export const address: Parser = {
  next: (random) => mutate(random, urls),
  parse: (bytes) => webhookRefusal(bytes.toString(), true) === undefined,
}

const networks = samples(
  ['203.0.113.0/24', '2001:db8::/32', '::ffff:10.0.0.1', '0x7f000001', 'fe80::1%eth0'],
  ['/', ':', '.', '%', '0x', '::'],
  100,
)

export const network: Parser = {
  next: (random) => mutate(random, networks),
  parse(bytes) {
    const sent = bytes.toString()
    subscriberNetwork(sent)
    if (!isNetwork(sent)) return false
    isWithin('203.0.113.7', [sent])
    return true
  },
}

const texts = samples(
  ['4242 4242 4242 4242', 'ada@example.com', '2026-02-30T24:00:00+01:00', 'a/b\\c%22.pdf'],
  ['4242', '٤٢', ' ', '-', '@', '.', '%0d', '\u202e', '"', '…', '0'.repeat(40)],
  20_000,
)

export const text: Parser = {
  next: (random) => mutate(random, texts),
  parse(bytes) {
    const sent = bytes.toString()
    contentDisposition(cleanName(sent))
    hasCardNumber(sent)
    return formatNames.some((name) => isOfFormat(name, sent))
  },
}

const headers = samples(
  ['florin_session=ses_abc; a=b', 'Bearer ses_abc', 'a=b; ; =; florin_session='],
  [';', '=', 'Bearer ', ' ', 'ses_', 'florin_session='],
  16_000,
)

export const session: Parser = {
  next: (random) => mutate(random, headers),
  parse(bytes) {
    const header = bytes.toString('latin1')
    const sent = [{ cookie: header }, { authorization: header }].map((each) =>
      sentSession({ headers: each }),
    )
    return sent.some((each) => each !== undefined)
  },
}
