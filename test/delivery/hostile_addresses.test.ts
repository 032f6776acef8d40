// Webhook addresses made to reach what only we can reach: refused when they are set, whatever the
// spelling, and refused when we connect, whatever a name leads to. Nothing here leaves this machine.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { LookupAddress } from 'node:dns'
import { harness, type Shop } from '#testing/harness.ts'
import { guardedLookup } from '#core/outbound/lookup.ts'
import { openPoster } from '#core/outbound/post.ts'

const body = Buffer.from('{}')

/** Private, special or malformed: refused in both environments. */
const refusedEverywhere: Record<string, string[]> = {
  'the usual private ranges': [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://192.168.1.254:8443/admin',
  ],
  'link-local and the metadata services of clouds': [
    'https://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'http://169.254.169.254/computeMetadata/v1/',
    'https://169.254.170.2/v2/credentials',
    'https://169.254.0.1/',
    'https://100.100.100.200/latest/meta-data/',
    'https://192.0.0.192/opc/v2/instance/',
    'https://168.63.129.16/machine?comp=goalstate',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[fd20:ce::254]/computeMetadata/v1/',
  ],
  'other special IPv4 ranges': [
    'https://0.0.0.0/',
    'https://0.1.2.3/',
    'https://0/',
    'https://100.64.0.1/',
    'https://100.127.255.254/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://198.18.0.1/',
    'https://198.19.255.255/',
    'https://198.51.100.7/',
    'https://203.0.113.7/',
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
  ],
  'decimal, octal, hexadecimal, short and mixed': [
    'https://2852039166/',
    'https://167772161/',
    'https://3232235521/',
    'https://0xa9fea9fe/',
    'https://0xA9.0xFE.0xA9.0xFE/',
    'https://0xa.0.0.1/',
    'https://0251.0376.0251.0376/',
    'https://012.0.0.1/',
    'https://0300.0250.0.1/',
    'https://00000000000000000000012.0.0.1/',
    'https://10.1/',
    'https://192.168.257/',
    'https://169.254.43518/',
    'https://169.16689662/',
    'https://0x0a000001/',
    'https://0xc0a80001/',
    'https://172.0x10.1/',
    'https://0xac.020.0.0x1/',
  ],
  'Unicode digits and dots, escapes, invisible characters': [
    'https://①⓪.⓪.⓪.①/',
    'https://１６９.２５４.１６９.２５４/',
    'https://10。0。0。1/',
    'https://10．0．0．1/',
    'https://10｡0｡0｡1/',
    'https://𝟏𝟎.𝟎.𝟎.𝟏/',
    'https://%31%30.0.0.1/',
    'https://169%2e254%2e169%2e254/',
    'https://10.0.0.1\u00ad/',
    'https://10.0.\u200b0.1/',
    'https://10.\t0.0.1/',
    'https://10.0.0\n.1/',
    ' https://10.0.0.1/ ',
  ],
  'trailing dots, ports, odd slashes': [
    'https://10.0.0.1./',
    'https://169.254.169.254./latest/',
    'https://10.0.0.1:443/',
    'https://10.0.0.1:22/',
    'https://[fd00::1]:6379/',
    'https:10.0.0.1/',
    'https:/10.0.0.1/',
    'https:///10.0.0.1/',
    'https:\\\\10.0.0.1\\',
    'HTTPS://10.0.0.1/',
  ],
  'IPv6 of every kind that is not public': [
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:0]/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[2001:10::1]/',
    'https://[2001:2::1]/',
    'https://[5f00::1]/',
    'https://[4000::1]/',
  ],
  'IPv4 wrapped in IPv6': [
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::FFFF:169.254.169.254]/',
    'https://[0:0:0:0:0:ffff:c0a8:1]/',
    'https://[::10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:0a00:0001::]/',
    'https://[2002:7f00:0001::1]/',
    'https://[2001:0000:4136:e378:8000:63bf:f5ff:fffe]/',
  ],
  'zone ids and broken addresses': [
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1%25lo]/',
    'https://[::1/',
    'https://::1/',
    'https://[10.0.0.1]/',
    'https://256.256.256.256/',
    'https://4294967296/',
    'https://1.2.3.4.5/',
    'https://0x1ffffffff/',
    'https://10.0.0.1:99999/',
    'https://10.0.0.1:-1/',
    'https:///',
    'https://',
    '//10.0.0.1/',
    '10.0.0.1',
  ],
  'credentials and userinfo tricks': [
    'https://user:pass@shop.example/',
    'https://user@shop.example/',
    'https://:pass@shop.example/',
    'https://shop.example@10.0.0.1/',
    'https://shop.example:443@169.254.169.254/',
    'https://shop.example%2F@10.0.0.1/',
    'https://10.0.0.1#@shop.example/',
    'https://10.0.0.1?@shop.example/',
    'https://10.0.0.1\\@shop.example/',
    'https://10.0.0.1/@shop.example/',
  ],
  'schemes that are not https': [
    'http://shop.example/',
    'http://8.8.8.8/',
    'http://localhost.shop.example/',
    'http://127.0.0.1.shop.example/',
    'http://notlocalhost/',
    'ftp://shop.example/',
    'gopher://shop.example:70/_x',
    'file:///etc/passwd',
    'ws://shop.example/',
    'wss://shop.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    'blob:https://shop.example/1',
  ],
}

/** This machine: open in the sandbox, refused in production. */
const thisMachine = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127.0.0.1./',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://ⓛocalhost/',
  'https://a.localhost/',
  'https://a.b.localhost./',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
]

/** Addresses that a name may resolve to, each by itself and behind a public address. */
const hostileAnswers = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::10.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:0:4136:e378:8000:63bf:f5ff:fffe',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  'not an address',
  '',
]

let sandbox: Shop
let production: Shop
/** Listens where hostile names lead, and counts who comes. */
const inside = createServer((_request, response) => {
  visits += 1
  response.end('secret')
})
let visits = 0

before(async () => {
  sandbox = await harness()
  production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
})
after(async () => {
  await sandbox.app.close()
  await production.app.close()
  inside.close()
})

function setOn(shop: Shop, webhook_url: string) {
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  return shop.post(path, { webhook_details: { webhook_url } })
}

async function assertRefusedWhenSet(shop: Shop, address: string) {
  const answer = await setOn(shop, address)
  assert.equal(answer.status, 400, address)
  assert.equal(answer.body.error.code, 'IR_04', address)
  assert.equal(answer.body.error.field, 'webhook_details.webhook_url', address)
}

/** The name server says so; the guard must not let us go there. */
async function assertRefusedWhenCalled(url: string, allow_loopback: boolean, answers: string[]) {
  const poster = openPoster({ allow_loopback, resolve: async () => answers })
  const result = await poster.post({ url, headers: {}, body })
  await poster.close()
  assert.ok('error' in result, `${url} → ${answers.join()} was called`)
  assert.equal(result.error, 'address_refused', `${url} → ${answers.join()}: ${result.message}`)
}

for (const [kind, addresses] of Object.entries(refusedEverywhere)) {
  test(`${kind}: refused when set and when called, in both environments (${addresses.length})`, async () => {
    for (const address of addresses) {
      await assertRefusedWhenSet(sandbox, address)
      await assertRefusedWhenSet(production, address)
      await assertRefusedWhenCalled(address, true, ['10.0.0.1'])
      await assertRefusedWhenCalled(address, false, ['10.0.0.1'])
    }
  })
}

test(`this machine is refused in every spelling, in production and in a hosted sandbox, and accepted by \`florin-server sandbox\` (${thisMachine.length})`, async () => {
  await using hosted = await harness({ env: { FLORIN_WEBHOOK_LOOPBACK: 'no' } })
  for (const address of thisMachine) {
    await assertRefusedWhenSet(hosted, address)
    await assertRefusedWhenSet(production, address)
    await assertRefusedWhenCalled(address, false, ['127.0.0.1'])
    assert.equal((await setOn(sandbox, address)).status, 200, address)
  }
})

test(`a public-looking name that leads to a private or special address is refused at connect (${hostileAnswers.length} answers)`, async () => {
  const { port } = inside.address() as AddressInfo
  const name = `https://hooks.shop.example:${port}/`
  assert.equal((await setOn(production, name)).status, 200)
  for (const answer of hostileAnswers) {
    for (const allow_loopback of [true, false]) {
      await assertRefusedWhenCalled(name, allow_loopback, [answer])
      await assertRefusedWhenCalled(name, allow_loopback, ['8.8.8.8', answer])
    }
  }
  assert.equal(visits, 0)
})

test('names of the inside of a cloud or cluster are judged by where they lead', async () => {
  for (const name of [
    'metadata.google.internal',
    'metadata',
    'kubernetes.default.svc.cluster.local',
    'localhost..',
    'localhost.localdomain',
    'ip6-localhost',
    '127.0.0.1.nip.example',
    'xn--lcalhost-54a.example',
    'host.docker.internal',
  ]) {
    await assertRefusedWhenCalled(`https://${name}/`, true, ['169.254.169.254'])
    await assertRefusedWhenCalled(`https://${name}/`, true, ['127.0.0.1'])
  }
})

test('a name is looked up once: the checked address is the one connected to', async () => {
  const answers = [['93.184.216.34', '2606:2800:220:1::'], ['127.0.0.1']]
  let asked = 0
  const lookup = guardedLookup(async () => answers[asked++] ?? [])
  const found = () =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      lookup('rebind.example', { all: true }, (error, list) =>
        error === null ? resolve(list) : reject(error),
      )
    })

  assert.deepEqual(await found(), [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::', family: 6 },
  ])
  assert.equal(asked, 1)
  await assert.rejects(found(), /not public/)
})

test('`localhost` is this machine without a lookup, so no name server can redirect it', async () => {
  const { port } = inside.address() as AddressInfo
  const resolve = () => Promise.reject(new Error('a name server was asked'))
  const poster = openPoster({ allow_loopback: true, resolve })
  visits = 0

  for (const host of ['localhost', 'shop.localhost', '127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]']) {
    const result = await poster.post({ url: `http://${host}:${port}/`, headers: {}, body })
    assert.ok('status' in result && result.status === 200, `${host}: ${JSON.stringify(result)}`)
  }
  await poster.close()

  assert.equal(visits, 5)
})

test('at least 150 addresses and 30 answers of name servers were tried', () => {
  const literals = Object.values(refusedEverywhere).flat().length + thisMachine.length
  assert.ok(literals >= 150, `${literals} addresses`)
  assert.ok(hostileAnswers.length >= 30, `${hostileAnswers.length} answers`)
})
