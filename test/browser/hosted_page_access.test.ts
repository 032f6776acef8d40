// Accessibility of the hosted page: axe finds nothing in any state, in light and dark; the keyboard alone is enough; names
// and announcements are in the accessibility tree.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { focusOf, widthOf } from './browser.ts'
import {
  announced,
  APPROVED,
  coffee,
  fillCard,
  heading,
  type Hosted,
  NARROW,
  NO_FUNDS,
  payButton,
  startHosted,
  WIDE,
} from './hosted_page.ts'
import { pageStates } from './hosted_page_states.ts'

let hosted: Hosted
before(async () => {
  hosted = await startHosted()
})
after(() => hosted?.[Symbol.asyncDispose]())

for (const [name, { link, query = '', reach }] of Object.entries(pageStates)) {
  test(`${name}: no fault for people or their aids, in light and dark, on small and large screens`, async () => {
    const { url } = await hosted.createLink(link)
    await hosted.visit(url + query, async (page) => {
      await page.locator('.column .foot').waitFor()
      await reach?.(page, hosted)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        // The other colours change nothing but the contrast.
        const rules = colorScheme === 'dark' ? ['color-contrast'] : []
        assert.deepEqual(await faultsOf(page, rules), [], colorScheme)
        for (const viewport of [NARROW, WIDE]) {
          await page.setViewportSize(viewport)
          assert.ok((await widthOf(page)) <= viewport.width, `too wide for ${viewport.width}`)
        }
      }
    })
  })
}

/** All rules of axe, of any weight: those of WCAG 2.2 AA, and the practices beside them; or only these. */
async function faultsOf(page: Page, rules: string[]): Promise<unknown[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations, passes } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  assert.ok(passes.length > 0, 'axe has checked nothing')
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, is: (focus: Focus) => boolean): Promise<void> {
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab')
    if (is(await focused(page))) return
  }
  assert.fail('the keyboard does not lead there')
}

interface Focus {
  id: string
  text: string
  outline_px: number
}

async function focused(page: Page): Promise<Focus> {
  const id: string = await page.evaluate('document.activeElement.id')
  return { id, ...(await focusOf(page)) }
}

test('the whole way from the link to the receipt works by keyboard alone, and the focus is always visible', async () => {
  const config = { ...coffee.payment_link_config, sdk_layout: 'tabs' }
  const link = await hosted.createLink({ payment_link_config: config })
  await hosted.visit(link.url, async (page) => {
    const type = async (id: string, text: string) => {
      await tabTo(page, (focus) => focus.id === id)
      assert.ok((await focused(page)).outline_px >= 2, `the focus on ${id} cannot be seen`)
      await page.keyboard.type(text)
    }
    await type('card-number', NO_FUNDS)
    await type('card-expiry', '1234')
    await type('card-code', '123')
    await type('card-holder', 'Ada King')
    await tabTo(page, ({ text }) => text.startsWith('Pay '))
    await page.keyboard.press('Enter')

    // The note has the focus; from there on the card is corrected.
    await page.locator('.bad-note').waitFor()
    await page.waitForFunction(`document.activeElement.matches('.bad-note')`)
    await tabTo(page, ({ id }) => id === 'card-number')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(APPROVED)
    await type('card-code', '123')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful').waitFor()
    await page.waitForFunction(`document.activeElement.tagName === 'H1'`)
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('arrow keys choose the way to pay', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByRole('radio', { name: 'Card' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Continue with iDEAL' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Continue with SEPA' }).waitFor()
  })
})

test('a screen reader gets names, errors with their fields, and every change as an announcement', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByRole('group', { name: 'Payment method' }).waitFor()
    const tree = await page.locator('body').ariaSnapshot()
    for (const part of [
      'region "Order summary"',
      'main',
      'radio "Card" [checked]',
      'textbox "Card number"',
      'textbox "Expiry date"',
      'textbox "Security code"',
      'button "Pay €48.90"',
      'combobox "Language"',
    ]) {
      assert.ok(tree.includes(part), `${part} is not in\n${tree}`)
    }

    await payButton(page).click()
    await page.waitForFunction(`document.activeElement.id === 'card-number'`)
    await announced(page, /Check the marked fields/)
    const number = page.getByRole('textbox', { name: 'Card number' })
    const described = (await number.getAttribute('aria-describedby')) ?? ''
    assert.equal(await page.locator(`[id="${described}"]`).textContent(), 'Enter the card number.')

    await fillCard(page, NO_FUNDS)
    await payButton(page).click()
    await page.locator('.bad-note').waitFor()
    await announced(page, /declined this card.*insufficient funds.*Try another/)
    await page.getByLabel('Card number').fill(APPROVED)
    await page.getByLabel('Security code').fill('123')
    await payButton(page).click()
    await heading(page, 'Payment successful').waitFor()
    await announced(page, /Payment successful/)
    assert.equal(await page.locator('[aria-live], [role=alert]').count(), 1)
  })
})

test('letters twice as large still fit a small screen', async () => {
  const link = await hosted.createLink({ require_customer_info: true })
  await hosted.visit(
    link.url,
    async (page) => {
      await page.evaluate('document.documentElement.style.fontSize = "200%"')
      assert.ok((await widthOf(page)) <= NARROW.width)
    },
    { viewport: NARROW },
  )
})
