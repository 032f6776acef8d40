// Every state of the hosted page, as a way to get to it.
import type { Page } from 'playwright-core'
import { isOperation } from '#testing/bank_proxy.ts'
import {
  APPROVED,
  CHALLENGED,
  coffee,
  fillCard,
  heading,
  type Hosted,
  NO_FUNDS,
  payButton,
} from './hosted_page.ts'

export interface PageState {
  link?: object
  query?: string
  reach?: (page: Page, hosted: Hosted) => Promise<unknown>
}

const config = coffee.payment_link_config
const donation = {
  link_type: 'donation',
  amount: null,
  order_details: null,
  suggested_amounts: [500, 1000],
  min_amount: 200,
  max_amount: 5000,
}

async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await payButton(page).click()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel(name).check()
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
}

export const pageStates: Readonly<Record<string, PageState>> = {
  'the form': {},
  'the form as tabs': { link: { payment_link_config: { ...config, sdk_layout: 'tabs' } } },
  'the form as spaced accordion in a bright colour': {
    link: {
      payment_link_config: { ...config, sdk_layout: 'spaced_accordion', theme: '#ffd400' },
    },
  },
  'the form in a dark colour': { link: { payment_link_config: { ...config, theme: '#101a4d' } } },
  'the usual ways to pay': {
    link: { payment_link_config: { ...config, allowed_payment_method_types: null } },
  },
  'every way to pay': {
    link: { payment_link_config: { ...config, allowed_payment_method_types: null } },
    reach: (page) => page.getByRole('button', { name: 'More ways to pay' }).click(),
  },
  'every way to pay as tabs': {
    link: { payment_link_config: null },
    reach: (page) => page.getByRole('button', { name: 'More ways to pay' }).click(),
  },
  'the form with errors': {
    link: { require_customer_info: true },
    reach: async (page) => {
      await payButton(page).click()
      await page.locator('.error').first().waitFor()
    },
  },
  'the form in Arabic': { query: '?locale=ar' },
  'the test cards': { reach: (page) => page.getByText('Test cards').click() },
  'a donation': { link: donation, reach: (page) => page.getByLabel('Another amount').check() },
  'a declined card': {
    reach: async (page) => {
      await pay(page, NO_FUNDS)
      await page.locator('.bad-note').waitFor()
    },
  },
  'a payment in progress': {
    reach: async (page, hosted) => {
      const held = hosted.proxy.hold(isOperation())
      await pay(page, APPROVED)
      await held.arrived
      await page.reload()
      await heading(page, 'Your payment is being processed').waitFor()
      held.release('lose_answer')
    },
  },
  'a receipt': {
    reach: async (page) => {
      await pay(page, APPROVED)
      await heading(page, 'Payment successful').waitFor()
    },
  },
  'a bank transfer': {
    reach: async (page) => {
      await choose(page, 'SEPA')
      await heading(page, 'Make the bank transfer').waitFor()
    },
  },
  'a code to scan': {
    link: {
      currency: 'BRL',
      order_details: null,
      payment_link_config: { ...config, allowed_payment_method_types: ['pix', 'credit'] },
    },
    reach: async (page) => {
      await choose(page, 'Pix')
      await page.getByRole('img', { name: 'QR code for this payment' }).waitFor()
    },
  },
  'a voucher': {
    link: {
      payment_link_config: { ...config, allowed_payment_method_types: ['multibanco', 'credit'] },
    },
    reach: async (page) => {
      await choose(page, 'Multibanco')
      await heading(page, 'Pay with this number').waitFor()
    },
  },
  'a confirmation in an app': {
    link: {
      currency: 'INR',
      order_details: null,
      payment_link_config: { ...config, allowed_payment_method_types: ['upi_collect'] },
    },
    reach: async (page) => {
      await page.getByLabel('UPI ID').fill('ada@bank')
      await page.getByRole('button', { name: 'Continue with UPI' }).click()
      await heading(page, 'Confirm in your app').waitFor()
    },
  },
  'a payment that waits at the bank': {
    reach: async (page) => {
      await pay(page, CHALLENGED)
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await page.goBack()
      await heading(page, 'Confirm with your bank').waitFor()
    },
  },
  'a lost network': {
    reach: async (page) => {
      await page.route('**/{payments,attempts}*/**', (route) => route.abort())
      await page.route('**/payments', (route) => route.abort())
      await pay(page, APPROVED)
      await heading(page, 'We are checking your payment').waitFor()
    },
  },
  'a link that is deactivated': {
    reach: async (page, hosted) => {
      const [, id] = /\/pay\/(\w+)/.exec(page.url()) ?? []
      await hosted.shop.post(`/payment_link/${id}/deactivate`)
      await page.reload()
      await heading(page, 'This link is no longer active').waitFor()
    },
  },
  'a link that is unknown': {
    reach: async (page) => {
      await page.goto(new URL('/pay/plink_unknown', page.url()).href)
      await heading(page, 'This link does not exist').waitFor()
    },
  },
}
