import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemContext } from '#kernel/context.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { partsOf } from '#testing/mail_parts.ts'
import { type MailServer, startMailServer } from '#testing/mail_server.ts'
import { type GivenRows, insertSubscription } from '#testing/subscription_rows.ts'
import { startWorker } from '#testing/worker_process.ts'
import type { MailRow } from '#core/mail/kinds.ts'
import { findMail } from '#resources/notifications/mails/read.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import type { SubscriptionMailKind } from './mail.ts'

const FROM = 'Payments <payments@shop.example>'

function mailEnv(mail: MailServer): Record<string, string> {
  return { FLORIN_PROVIDER: 'instant', FLORIN_SMTP_URL: mail.url, FLORIN_MAIL_FROM: FROM }
}

/** Requests a mail about a subscription; returns its id. */
async function request(
  shop: Shop,
  kind: SubscriptionMailKind,
  given: GivenRows = {},
): Promise<string> {
  const { subscription_id, invoice_id } = await insertSubscription(shop, given)
  const { merchant_id } = shop.merchant
  const facts = { subscription_id, invoice_id: kind === 'card_expiring' ? null : invoice_id }
  const about = { merchant_id, email: null, facts, occasion: subscription_id }
  const write = requestMail(kind, about, shop.clock.now())
  await shop.services.commit(write)
  return write.row['mail_id'] as string
}

async function rowOf(shop: Shop, id: string): Promise<MailRow> {
  const row = await findMail(shop.services.db, shop.merchant.merchant_id, id)
  assert.ok(row)
  return row
}

/** Runs the job in this process, as the engine would. */
async function run(shop: Shop, id: string, is_last = false): Promise<MailRow> {
  const { services, merchant } = shop
  const job = services.registry.jobs.find(({ name }) => name === 'send_mail')
  assert.ok(job)
  await job.run(await systemContext(services, merchant.merchant_id), id, is_last)
  return rowOf(shop, id)
}

interface Expected {
  given?: GivenRows
  subject: string
  says: readonly string[]
  /** Undefined: there is no link. */
  button?: string
}

const english: Readonly<Record<SubscriptionMailKind, Expected>> = {
  payment_failed: {
    subject: 'Your payment to Test shop did not go through',
    says: [
      'Pro plan: €25.00',
      'The card has insufficient funds.',
      'The next attempt is on June 6, 2066. You can also pay with another card before then.',
    ],
    button: 'Pay €25.00',
  },
  action_required: {
    subject: 'Confirm your payment to Test shop',
    says: ['Pro plan: €25.00', 'Your bank asks you to confirm this payment on its own page.'],
    button: 'Confirm with your bank',
  },
  final_notice: {
    given: { subscription: { status: 'cancelled' }, invoice: { next_attempt_at: null } },
    subject: 'Your subscription with Test shop was cancelled',
    says: [
      'Pro plan: €25.00',
      'so the subscription was cancelled.',
      'You can still pay the amount.',
    ],
    button: 'Pay €25.00',
  },
  card_expiring: {
    subject: 'Your card for Test shop expires soon',
    says: [
      'Visa ending in 4242 expires before the next payment for your subscription on July 3, 2026.',
    ],
  },
}

const arabic: Readonly<Record<SubscriptionMailKind, Expected>> = {
  payment_failed: {
    subject: 'لم تتم دفعتك إلى Test shop',
    says: ['رصيد البطاقة', '6 يونيو 2066'],
    button: 'ادفع',
  },
  action_required: { subject: 'أكّد دفعتك إلى Test shop', says: ['25.00'], button: 'أكّد لدى البنك' },
  final_notice: {
    given: { subscription: { status: 'unpaid' } },
    subject: 'ما زالت دفعتك إلى Test shop مستحقة',
    says: ['ما زال بإمكانك دفع المبلغ.'],
    button: 'ادفع',
  },
  card_expiring: {
    subject: 'تنتهي صلاحية بطاقتك لدى Test shop قريبًا',
    says: ['Visa', '4242', '3 يوليو 2026'],
  },
}

const bothLanguages = [
  { language: 'en', direction: 'ltr', expected: english, test_mode: 'Test mode: no money moves.' },
  { language: 'ar', direction: 'rtl', expected: arabic, test_mode: 'وضع الاختبار' },
] as const

for (const { language, direction, expected, test_mode } of bothLanguages) {
  test(`each kind of mail is sent as text and as HTML: ${language}, ${direction}`, async () => {
    await using mail = await startMailServer()
    await using shop = await harness({ env: mailEnv(mail) })

    for (const [kind, { given, subject, says, button }] of Object.entries(expected)) {
      const customer = { metadata: { language } }
      const id = await request(shop, kind as SubscriptionMailKind, { ...given, customer })
      const row = await run(shop, id)

      assert.deepEqual([row.mail_status, row.mail_attempts, row.mail_error], ['sent', 1, null])
      const received = mail.received.at(-1)
      assert.ok(received)
      assert.deepEqual(received.to, ['ada@example.com'])
      assert.ok(received.source.includes(`<${id}@shop.example>`))
      const parts = partsOf(received)
      assert.equal(parts.subject, subject)
      for (const part of [...says, test_mode]) assert.ok(parts.text.includes(part), parts.text)
      assert.ok(parts.html.includes(`<html lang="${language}" dir="${direction}">`), parts.html)
      assert.ok(parts.html.includes('Test shop'))
      const url = /https:\/\/pay\.example\/invoice\/\w+\/(inv_\w+)\/\w{32}/.exec(parts.text)?.[0]
      assert.equal(url === undefined, button === undefined)
      if (button === undefined) continue
      assert.ok(parts.text.includes(button))
      assert.ok(parts.html.includes(`href="${url}">`), 'the button')
    }
    assert.equal(mail.received.length, 4)
  })
}

test('text from a merchant or customer is escaped, and cannot add a header', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { merchant_id, profile_id } = shop.merchant
  const seller_name = 'A & B\r\nBcc: eve@example.com'
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    payment_link_config: { seller_name },
  })

  const id = await request(shop, 'payment_failed', { plan: { name: '<img src=x onerror=1>' } })
  await run(shop, id)

  const [received] = mail.received
  assert.ok(received)
  const { subject, html } = partsOf(received)
  assert.equal(subject, 'Your payment to A & B Bcc: eve@example.com did not go through')
  assert.doesNotMatch(received.source, /^Bcc:/im)
  assert.deepEqual(received.to, ['ada@example.com'])
  assert.ok(html.includes('&lt;img src=x onerror=1&gt;'))
  assert.ok(html.includes('A &amp; B Bcc'))
  assert.doesNotMatch(html, /<img/)
})

test('a worker sends the mail once, after the mail server has refused it', async () => {
  await using mail = await startMailServer({ refuse: [451] })
  await using shop = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))

  const id = await request(shop, 'payment_failed')
  const retried = await eventually('the refusal is recorded', async () => {
    const row = await rowOf(shop, id)
    return row.mail_attempts > 0 && row
  })
  const sent = await eventually('the mail is sent', async () => {
    const row = await rowOf(shop, id)
    return row.mail_status === 'sent' && row
  })

  if (retried.mail_status === 'queued')
    assert.equal(retried.mail_error, 'the mail server could not be used: EENVELOPE, answer 451')
  assert.deepEqual([sent.mail_attempts, sent.mail_error, sent.mail_due], [2, null, null])
  assert.deepEqual([mail.refused(), mail.received.length], [1, 1])
  assert.equal((await run(shop, id)).mail_attempts, 2)
  assert.equal(mail.received.length, 1)
})

test('a refusal is recorded without the address; the last one, or one for good, ends the mail', async () => {
  await using mail = await startMailServer({ refuse: [451, 451, 550] })
  await using shop = await harness({ env: mailEnv(mail) })
  const id = await request(shop, 'payment_failed')

  await assert.rejects(run(shop, id), /the mail server could not be used: EENVELOPE, answer 451/)
  const refused = await rowOf(shop, id)
  const last = await run(shop, id, true)
  const forGood = await run(shop, await request(shop, 'payment_failed'))

  assert.deepEqual([refused.mail_status, refused.mail_attempts], ['queued', 1])
  assert.deepEqual([last.mail_status, last.mail_attempts, last.mail_sent_at], ['failed', 2, null])
  assert.deepEqual([forGood.mail_status, forGood.mail_attempts], ['failed', 1])
  assert.doesNotMatch(JSON.stringify([refused, last, forGood, ...shop.log]), /ada@/)
})

test('without a mail server the mail is not sent, and the row says why', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })

  const row = await run(shop, await request(shop, 'payment_failed'))

  assert.equal(row.mail_status, 'not_sent')
  assert.equal(row.mail_error, 'this deployment sends no e-mail: FLORIN_SMTP_URL is not set')
  assert.equal(row.mail_attempts, 0)
})

test('a customer without an address, a deleted one and a settled invoice get no mail', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const nobody = await request(shop, 'payment_failed', { customer: { email: null } })
  const deleted = await request(shop, 'payment_failed', {
    customer: { customer_id: 'gone' },
    subscription: { status: 'unpaid' },
  })
  assert.equal((await shop.delete('/customers/gone')).status, 200)
  const paid = await request(shop, 'payment_failed', { invoice: { status: 'invoice_paid' } })
  const ids = [nobody, deleted, paid]

  const rows = []
  for (const id of ids) rows.push(await run(shop, id))

  assert.deepEqual(
    rows.map((row) => [row.mail_status, row.mail_error]),
    [
      ['not_sent', 'the customer has no e-mail address'],
      ['not_sent', 'the customer was deleted'],
      ['not_sent', 'the status of the invoice is invoice_paid'],
    ],
  )
  assert.deepEqual(mail.received, [])
})

test('a deleted saved card is not warned about', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })

  const row = await run(
    shop,
    await request(shop, 'card_expiring', { subscription: { payment_method_id: 'pm_deleted' } }),
  )

  assert.deepEqual([row.mail_status, row.mail_error], ['not_sent', 'renewals do not charge a card'])
})
