import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { type MailServer, startMailServer } from '#testing/mail_server.ts'
import { createLink } from '#testing/payment_link.ts'
import { startWorker } from '#testing/worker_process.ts'

const FROM = 'Payments <payments@shop.example>'

function mailEnv(mail: MailServer): Record<string, string> {
  return { FLORIN_PROVIDER: 'instant', FLORIN_SMTP_URL: mail.url, FLORIN_MAIL_FROM: FROM }
}

const mailed = { send_email: true, email: 'ada@example.com' }

/** The delivery, as soon as it has this status. */
function deliveryWhen(shop: Shop, id: string, status: string) {
  return eventually(`the e-mail is ${status}`, async () => {
    const { email_delivery } = (await shop.get(`/payment_link/${id}`)).body
    return email_delivery.status === status && email_delivery
  })
}

test('the URL is sent to the customer once, as text and as HTML in which everything is escaped', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))
  const description = '2 tickets <script>alert(1)</script> & more'
  const config = { seller_name: 'Théâtre "du Nord"\r\nBcc: eve@example.com' }

  const id = await createLink(shop, { ...mailed, description, payment_link_config: config })
  const before = (await shop.get(`/payment_link/${id}`)).body
  const delivery = await deliveryWhen(shop, id, 'sent')

  assert.deepEqual(before.email_delivery?.error, null)
  assert.deepEqual([delivery.attempts, delivery.error], [1, null])
  assert.equal(mail.received.length, 1)
  const [received] = mail.received
  assert.ok(received)
  assert.deepEqual([received.from, received.to], ['payments@shop.example', ['ada@example.com']])
  const plain = received.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  assert.match(plain, new RegExp(`Message-ID: <${id}@shop.example>`, 'i'))
  assert.ok(plain.includes(`Pay here: ${before.url}`))
  assert.ok(plain.includes(`<a href="${before.url}">`))
  assert.ok(plain.includes('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more'))
  assert.ok(plain.includes('25.00 EUR'))
  assert.doesNotMatch(plain, /^Bcc:/im)
})

test('a mail server that fails twice gets the mail the third time, and it is sent once', async () => {
  await using mail = await startMailServer({ refuse: [451, 451] })
  await using shop = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))

  const id = await createLink(shop, mailed)
  const delivery = await eventually(
    'the e-mail is sent',
    async () => {
      const { email_delivery } = (await shop.get(`/payment_link/${id}`)).body
      return email_delivery.status === 'sent' && email_delivery
    },
    60_000,
  )

  assert.equal(mail.refused(), 2)
  assert.equal(mail.received.length, 1)
  assert.deepEqual([delivery.attempts, delivery.error], [3, null])
})

test('an address that the mail server refuses for good is not tried again', async () => {
  await using mail = await startMailServer({ refuse: [550] })
  await using shop = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))

  const id = await createLink(shop, mailed)
  const delivery = await deliveryWhen(shop, id, 'failed')

  assert.deepEqual([delivery.attempts, delivery.sent_at], [1, null])
  assert.equal(delivery.error, 'the mail server could not be used: EENVELOPE, answer 550')
})

test('a sandbox without a mail server says why nothing is sent; production refuses the request', async () => {
  const env = { FLORIN_PROVIDER: 'instant' }
  await using shop = await harness({ env })
  await using _ = await startWorker(env)

  const id = await createLink(shop, mailed)
  const delivery = await deliveryWhen(shop, id, 'not_sent')

  assert.equal(delivery.error, 'this deployment sends no e-mail: FLORIN_SMTP_URL is not set')
  await using live = await harness({
    env: { FLORIN_ENVIRONMENT: 'production', FLORIN_PROVIDER: 'none' },
  })
  const refused = await live.post('/payment_link', { amount: 100, currency: 'EUR', ...mailed })
  assert.equal(`${refused.status} ${refused.body.error.code}`, '422 IR_29')
  assert.equal(refused.body.error.field, 'send_email')
})

test('a link that ended before its mail was sent is not mailed', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const id = await createLink(shop, mailed)
  await shop.post(`/payment_link/${id}/deactivate`)

  await using _ = await startWorker(mailEnv(mail))
  const delivery = await deliveryWhen(shop, id, 'not_sent')

  assert.equal(delivery.error, 'the link is deactivated')
  assert.deepEqual(mail.received, [])
})

test('production sends over an encrypted connection only, unless the operator allows plaintext by name', async () => {
  await using mail = await startMailServer()
  const env = { ...mailEnv(mail), FLORIN_ENVIRONMENT: 'production', FLORIN_PROVIDER: 'none' }
  await using shop = await harness({ env })
  await using lax = await harness({ env: { ...env, FLORIN_PLAINTEXT_ALLOWED: 'smtp' } })
  const letter = { id: 'x', to: 'a@b.example', subject: '', text: '', html: '' }

  const refused = shop.services.mailer?.send(letter)

  await assert.rejects(async () => refused, /the mail server could not be used/)
  assert.deepEqual(mail.received, [])
  await lax.services.mailer?.send(letter)
  assert.equal(mail.received.length, 1)
})
