// The ways to pay on the hosted page: few at first, the usual ones of the shopper's country, and room for what matters
// on the screens that shoppers have.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillCard, heading, type Hosted, payButton, startHosted } from './hosted_page.ts'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 900 }

let hosted: Hosted
before(async () => {
  hosted = await startHosted()
  const { merchant_id, profile_id } = hosted.shop.merchant
  const wallets = {
    apple_pay: { merchant_identifier: 'merchant.example' },
    google_pay: { merchant_id: 'BCR2DN4T' },
  }
  await hosted.shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    wallet_identities: wallets,
  })
})
after(() => hosted?.[Symbol.asyncDispose]())

/** A link of a business that has set nothing. */
const plain = { payment_link_config: null }

const layouts = ['tabs', 'accordion', 'spaced_accordion'] as const

function names(page: Page): Promise<string[]> {
  return page.locator('.method-name').allTextContents()
}

async function isInSight(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  const scrolled: number = await page.evaluate('scrollY')
  return box !== null && scrolled === 0 && box.y >= 0 && box.y + box.height <= height
}

for (const sdk_layout of layouts) {
  const link = { payment_link_config: { sdk_layout } }

  test(`${sdk_layout}: the card number is in sight on a phone of 390 by 844, without scrolling`, async () => {
    const { url } = await hosted.createLink(link)
    await hosted.visit(
      url,
      async (page) => {
        await page.locator('#card-number').waitFor()
        assert.ok(await isInSight(page, '#card-number'))
      },
      { viewport: PHONE },
    )
  })

  test(`${sdk_layout}: the Pay button is in sight at 1440 by 900, without scrolling`, async () => {
    const { url } = await hosted.createLink(link)
    await hosted.visit(
      url,
      async (page) => {
        await payButton(page).waitFor()
        assert.ok(await isInSight(page, '.pay'))
      },
      { viewport: LAPTOP },
    )
  })
}

test('a shopper sees the card and the three usual methods of the country; the others are behind a button', async () => {
  const { url } = await hosted.createLink(plain)
  const seen: Record<string, string[]> = {}
  for (const locale of ['nl-NL', 'de-DE', 'pt-PT', 'en']) {
    await hosted.visit(
      `${url}?locale=en`,
      async (page) => {
        await page.locator('#card-number').waitFor()
        seen[locale] = await names(page)
      },
      { locale },
    )
  }
  assert.deepEqual(seen, {
    'nl-NL': ['Card', 'iDEAL', 'PayPal', 'Klarna'],
    'de-DE': ['Card', 'PayPal', 'Klarna', 'SEPA'],
    'pt-PT': ['Card', 'MB WAY', 'Multibanco', 'PayPal'],
    en: ['Card', 'PayPal', 'Klarna', 'SEPA'],
  })
})

test('the keyboard opens the other methods in place, and the focus stays on the button', async () => {
  const { url } = await hosted.createLink(plain)
  await hosted.visit(url, async (page) => {
    const more = page.getByRole('button', { name: 'More ways to pay' })
    await more.waitFor()
    assert.equal(await more.getAttribute('aria-expanded'), 'false')
    await more.focus()
    await page.keyboard.press('Enter')

    await page.locator('.more-methods .method').first().waitFor()
    assert.equal(await more.getAttribute('aria-expanded'), 'true')
    assert.equal(await page.evaluate('document.activeElement.className'), 'more-toggle')
    const all = await names(page)
    assert.ok(all.length > 10 && all.includes('Bancontact'), all.join())
    assert.ok(!all.includes('giropay') && !all.includes('SOFORT'), all.join())

    // The radio buttons are one group: from the first one up to the last.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowUp')
    const name = await page.locator('.chosen .method-name').textContent()
    assert.equal(name, all.at(-1))
    await page.getByRole('button', { name: `Continue with ${name}` }).waitFor()
    await more.focus()
    await page.keyboard.press('Space')
    assert.equal(await more.getAttribute('aria-expanded'), 'false')
    assert.equal(await page.locator('.more-methods .method').count(), 1)
    assert.equal(await page.locator('.more-methods .chosen .method-name').textContent(), name)
  })
})

test('a folded method pays', async () => {
  const link = await hosted.createLink(plain)
  await hosted.visit(link.url, async (page) => {
    await page.getByRole('button', { name: 'More ways to pay' }).click()
    await page.getByLabel('Bancontact').check()
    await page.getByRole('button', { name: 'Continue with Bancontact' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await heading(page, 'Payment successful').waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('the page of a link with every method is at most 60 kB', async () => {
  const { url } = await hosted.createLink(plain)
  await hosted.visit(url, async (page) => {
    await page.locator('#card-number').waitFor()
    const bytes: number = await page.evaluate(`
      ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .reduce((sum, { transferSize }) => sum + transferSize, 0)`)
    assert.ok(bytes > 20_000 && bytes <= 60_000, `${bytes} bytes`)
  })
})

test('every input has a name, and the Enter key of a phone says what it does', async () => {
  const { url } = await hosted.createLink({ require_customer_info: true })
  await hosted.visit(url, async (page) => {
    await page.locator('#card-number').waitFor()
    const inputs = await page
      .locator('input.input, select')
      .evaluateAll((all) =>
        all.map((each) => [each.id, each.getAttribute('name'), each.getAttribute('enterkeyhint')]),
      )
    const card = inputs.filter(([id]) => id?.startsWith('card-'))
    assert.deepEqual(card, [
      ['card-number', 'cc-number', 'next'],
      ['card-expiry', 'cc-exp', 'next'],
      ['card-code', 'cc-csc', 'next'],
      ['card-holder', 'cc-name', 'go'],
    ])
    const unnamed = inputs.filter(([id, name]) => id !== '' && !name)
    assert.deepEqual(unnamed, [])
  })
})

test('a British shopper reads British dates, an American shopper American ones', async () => {
  const { url } = await hosted.createLink({ expiry: undefined })
  const until = async (locale: string) => {
    let text = ''
    await hosted.visit(
      url,
      async (page) => {
        text = (await page.locator('.until').textContent()) ?? ''
      },
      { locale },
    )
    return text
  }
  assert.match(await until('en-GB'), /on \d+ \w+ \d{4} at \d\d:\d\d$/)
  assert.match(await until('en-US'), /on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M$/)
})

test('a wrong security code leads to the advice to check it, and its field is marked', async () => {
  const { url } = await hosted.createLink()
  await hosted.visit(url, async (page) => {
    await fillCard(page, '4000000000000127')
    await payButton(page).click()
    const note = await page.locator('.bad-note').textContent()
    assert.match(note ?? '', /The security code is not correct. Check the details and try again./)
    const code = page.getByLabel('Security code')
    assert.equal(await code.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.locator('.error').count(), 1)
    await code.fill('123')
    assert.equal(await page.locator('.error').count(), 0)
  })
})
