import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'

// A machine's address cannot have passkeys.
const shop = await harness({ env: { FLORIN_PUBLIC_URL: 'http://localhost:8080' } })
after(() => shop.app.close())

test('a session that began more than ten minutes ago cannot add a second factor or a passkey', async () => {
  const user = await signedInAs(shop, 'merchant_admin')
  assert.equal((await user.get('/user/2fa/totp/begin')).status, 200)
  assert.equal((await user.post('/user/passkeys/begin')).status, 200)

  for (const minutes of [6, 6]) {
    shop.clock.advance(minutes * MINUTE_MS)
    assert.equal((await user.get('/user')).status, 200)
  }

  for (const answer of [
    await user.get('/user/2fa/totp/begin'),
    await user.post('/user/passkeys/begin'),
  ]) {
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error.code, 'AU_03')
    assert.deepEqual(answer.body.error.details, { sign_in_again: true })
  }
})
