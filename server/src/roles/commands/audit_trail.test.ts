// `florin-server audit` as an operator runs it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecret } from '#kernel/crypto.ts'
import { change, findings, sealAll, SECRET, sealedShop } from '#testing/audit_trail.ts'
import { assertSentence, florin } from '#testing/command_line.ts'
import { testEnv } from '#testing/harness.ts'

const env = (secrets = SECRET) => testEnv({ FLORIN_SECRET: secrets })

for (const [args, says] of [
  [['audit', 'verify', 'mer_none'], /no merchant with the id mer_none/],
  [['audit', 'verify', '--anchor', 'https://collector.example'], /must be a file or s3:/],
  [['audit', 'verify', '--anchor', '/no/anchors'], /file:\/no\/anchors could not be read: ENOENT/],
] as const) {
  test(`florin-server ${args.join(' ')} ends with one sentence and exit code 1`, async () => {
    assertSentence(await florin([...args], await env()), says)
  })
}

test('florin-server audit accept signs nothing without --yes, and lists the signed entries with it', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const { merchant_id } = shop.merchant
  await change(shop, 'update audit_log set mac = null where merchant_id = $1')

  const shown = await florin(['audit', 'accept', merchant_id], await env())
  const unsigned = await florin(['audit', 'verify', merchant_id], await env())
  const accepted = await florin(['audit', 'accept', merchant_id, '--yes'], await env())
  const signed = await florin(['audit', 'verify', merchant_id], await env())
  const again = await florin(['audit', 'accept', merchant_id], await env())

  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /3 sealed entries have no MAC[^]*1 audit trail\(s\) need it/)
  assert.equal(unsigned.code, 1)
  assert.match(accepted.stdout, /accepted up to seal 4; signatures are verified from seal 1 on/)
  assert.equal(signed.code, 0, signed.stdout)
  assert.match(signed.stdout, /entries up to seal 4 accepted by the operator\nNo violations\./)
  assert.match(again.stdout, /nothing to accept/)
  assert.match(
    (await florin(['audit'], await env())).stdout,
    /"action":"florin-server audit accept"/,
  )
})

test('florin-server vault rotate records the rotation of sound chains, and ends with 1 if one is forged', async () => {
  await using sealed = await sealedShop()
  await using forged = await sealedShop()
  await sealAll(sealed.shop)
  await change(forged.shop, `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1`)
  const newest = makeSecret()

  const rotated = await florin(['vault', 'rotate'], await env(`${newest},${SECRET}`))

  assertSentence(rotated, /ends in a seal that no configured secret has signed/)
  assert.ok(rotated.stderr.includes(forged.shop.merchant.merchant_id))
  assert.ok(!rotated.stderr.includes(sealed.shop.merchant.merchant_id))
  const { merchant_id } = sealed.shop.merchant
  const verified = await florin(['audit', 'verify', merchant_id], await env(newest))
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  assert.notDeepEqual(await findings(forged.shop), [])
})
