import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@florin/locales/languages.ts'
import { buildContent, type MailFacts, type SubscriptionMailKind } from './mail.ts'
import { customerLanguage, mailText } from './text.ts'

test('the language is metadata.language of the customer, and English unless it is one of the page', () => {
  assert.equal(customerLanguage({}), 'en')
  assert.equal(customerLanguage({ language: 'he' }), 'he')
  assert.equal(customerLanguage({ language: 'pt-BR' }), 'pt')
  assert.equal(customerLanguage({ language: 'tlh' }), 'en')
  assert.equal(customerLanguage({ language: '__proto__' }), 'en')
})

test('amounts and days are written as in the language, and a day is the one in UTC', () => {
  const moment = new Date('2026-06-30T23:59:59Z')
  const shown = (language: string) => {
    const { money, day } = mailText(language, 'EUR')
    const yen = mailText(language, 'JPY').money(500)
    return [money(123_456), yen, day(moment)].map((text) => text.replaceAll(/\s/g, ' '))
  }

  assert.deepEqual(shown('en'), ['€1,234.56', '¥500', 'June 30, 2026'])
  assert.deepEqual(shown('de'), ['1.234,56 €', '500 ¥', '30. Juni 2026'])
  assert.match(shown('ar').join(' '), /1,234\.56.*500.*30 يونيو 2026/)
})

const kinds: readonly SubscriptionMailKind[] = [
  'payment_failed',
  'action_required',
  'final_notice',
  'card_expiring',
]

interface Given {
  language?: string
  status?: MailFacts['subscription']['status']
  card?: MailFacts['card']
  invoice?: Partial<NonNullable<MailFacts['invoice']>>
}

function facts({ language = 'en', status = 'pending', invoice = {}, ...rest }: Given): MailFacts {
  const card = { brand: 'visa', last4: '4242', exp_month: '06', exp_year: '2026' }
  return {
    text: mailText(language, 'EUR'),
    seller: 'Théâtre du Nord',
    is_test: true,
    subscription: {
      profile_id: 'p',
      customer_id: 'c',
      status,
      plan_name: 'Pro plan',
      payment_method_id: 'pm',
      period_end: new Date('2026-07-03T10:00:00Z'),
    },
    invoice: {
      status: 'payment_failed',
      amount: 2500,
      unified_code: 'UE_1001',
      next_attempt_at: new Date('2026-06-06T10:00:00Z'),
      url: 'https://pay.example/invoice/1',
      ...invoice,
    },
    card: 'card' in rest ? rest.card : card,
  }
}

test('every kind of mail is complete in every language', () => {
  for (const language of Object.keys(languages)) {
    for (const kind of kinds) {
      const status = kind === 'final_notice' ? 'paused' : 'pending'
      const content = buildContent(kind, facts({ language, status }))
      assert.ok(typeof content === 'object', `${language} ${kind}: ${JSON.stringify(content)}`)
      const said = JSON.stringify(content)
      assert.doesNotMatch(said, /[{]\w+[}]|undefined|null/, `${language} ${kind}`)
      assert.doesNotMatch(content.subject, /[\r\n\u2068\u2069]/)
      assert.ok(content.subject.includes('Théâtre du Nord'), `${language} ${kind}`)
      assert.equal(content.button === undefined, kind === 'card_expiring')
    }
  }
})

function reason(kind: SubscriptionMailKind, given: Given): unknown {
  const content = buildContent(kind, facts(given))
  return typeof content === 'string' ? content : 'sent'
}

test('a mail that is not true any more is not sent', () => {
  const paid = { invoice: { status: 'invoice_paid' } } as const
  for (const kind of ['payment_failed', 'action_required', 'final_notice'] as const)
    assert.equal(
      reason(kind, { status: 'unpaid', ...paid }),
      'the status of the invoice is invoice_paid',
    )
  const pending = { invoice: { status: 'payment_pending' } } as const
  assert.equal(reason('payment_failed', pending), 'the status of the invoice is payment_pending')
  assert.equal(reason('action_required', pending), 'sent')
  assert.equal(
    reason('final_notice', { status: 'active' }),
    'the status of the subscription is active',
  )
  assert.equal(
    reason('card_expiring', { status: 'cancelled' }),
    'the status of the subscription is cancelled',
  )
  assert.equal(reason('card_expiring', { card: undefined }), 'renewals do not charge a card')
  const renewed = { brand: 'visa', last4: '1111', exp_month: '07', exp_year: '2026' }
  assert.equal(
    reason('card_expiring', { card: renewed }),
    'the card does not expire before the next renewal',
  )
})

test('a final notice has a link only while the invoice can be paid', () => {
  const open = buildContent('final_notice', facts({ status: 'unpaid' }))
  const voided = buildContent(
    'final_notice',
    facts({ status: 'cancelled', invoice: { status: 'voided' } }),
  )

  assert.ok(typeof open === 'object' && typeof voided === 'object')
  assert.equal(open.button?.label, 'Pay €25.00')
  assert.equal(voided.button, undefined)
  assert.ok(voided.paragraphs.includes('Nothing is left to pay.'))
})

test('a declined payment that is not retried says so', () => {
  const content = buildContent('payment_failed', facts({ invoice: { next_attempt_at: null } }))

  assert.ok(typeof content === 'object')
  assert.match(content.paragraphs.join(' '), /This card will not be charged again/)
})
