// Every page while it loads, when it fails, and when it is empty.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { faultsOf } from './axe.ts'
import { openStage, type Visit, visitAs } from './dashboard.ts'
import { isFullProof } from '#testing/proof.ts'
import { type Fault, keepBack, mend, pathOf, type View, views } from './states.ts'

/** A fresh merchant. */
const { browser, shop } = await openStage(harness())
let visited: Visit
let page: Page

before(async () => {
  visited = await visitAs(browser, shop, 'merchant_admin')
  page = visited.page
  // The pauses between retries are skipped.
  await page.clock.install()
})

const busy = () => page.locator('[aria-busy="true"]').first()
const alert = (text?: RegExp) =>
  page
    .locator('main')
    .getByRole('alert')
    .filter(text ? { hasText: text } : {})
const tryAgain = () => alert().getByRole('button', { name: 'Try again' }).first()

/** Each page shape once: the same components draw the states of all others. */
const SHAPES = ['/', '/payments', '/payments/$id']
const waiting = views.filter(({ kind }) => kind !== 'form')
const walked = waiting.filter(({ route }) => isFullProof || SHAPES.includes(route))
const FAILED = /The server could not answer|could not be read/
const OFFLINE = /Check your connection|could not be read/

/** Time goes on until it is there. */
async function appears(what: Locator): Promise<void> {
  await eventually('the state appears', async () => {
    await page.clock.fastForward(5_000)
    return what.first().isVisible()
  })
}

/** “Try again” is pressed in each place that could not be read. */
async function recover(): Promise<void> {
  await eventually('everything can be read again', async () => {
    await page.clock.fastForward(5_000)
    if ((await busy().count()) > 0) return false
    if ((await tryAgain().count()) === 0) return true
    // It goes away by itself when another place recovers meanwhile.
    await tryAgain()
      .press('Enter', { timeout: 1_000 })
      .catch(() => undefined)
    return false
  })
}

/** From now on the API answers like this. */
async function change(view: View, fault: Fault): Promise<void> {
  await mend(page)
  await keepBack(page, view, fault)
}

async function openWith(view: View, fault: Fault): Promise<void> {
  await change(view, fault)
  await visited.open(pathOf(view))
}

test('the table of states has every page', () => {
  const router = readFileSync(new URL('../../dashboard/src/router.tsx', import.meta.url), 'utf8')
  const routes = [...router.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, route = '']) => route)
  assert.deepEqual(views.map(({ route }) => route).toSorted(), routes.toSorted())
})

for (const view of walked) {
  test(`${view.route} loads, fails, has no connection, and recovers`, async () => {
    await openWith(view, 'loading')
    await busy().waitFor()
    assert.equal(await alert().count(), 0)
    if (view.empty) assert.equal(await page.getByText(view.empty, { exact: true }).count(), 0)

    await openWith(view, 'failing')
    await appears(alert(FAILED))
    await tryAgain().waitFor()

    await change(view, 'offline')
    await visited.press(tryAgain())
    await appears(alert(OFFLINE))

    await mend(page)
    await recover()
    if (view.kind === 'detail') {
      await alert(/Not found/).waitFor()
      await visited.press(alert().getByRole('link', { name: /^Back to / }))
      await page.locator('main h1').waitFor()
    } else {
      assert.equal(await alert().count(), 0)
      if (view.empty) await page.getByRole('heading', { name: view.empty, exact: true }).waitFor()
    }
    assert.deepEqual(visited.faults, [])
  })
}

test('every page says when it cannot be read', async () => {
  const [first, ...others] = waiting.toSorted(
    (one, other) => Number(one.isOfProfiles ?? false) - Number(other.isOfProfiles ?? false),
  )
  assert.ok(first)
  // Nothing is ever read, so no page knows anything from the one before.
  await openWith(first, 'failing')
  await appears(alert(FAILED))
  for (const view of others) {
    if (view.isOfProfiles) {
      // The frame has read the profiles; a page that shows them is loaded without them.
      await openWith(view, 'failing')
    } else {
      // A form needs no answer, so the next alert is that of the next page.
      await visited.go('/payouts/new')
      await alert().first().waitFor({ state: 'detached' })
      await visited.go(pathOf(view))
    }
    await appears(alert(FAILED))
  }
  assert.deepEqual(visited.faults, [])
})

for (const view of views.filter(({ kind, filter }) => kind === 'list' && filter)) {
  test(`${view.route} with filters that nothing matches offers to remove them`, async () => {
    await mend(page)
    await visited.go(`${view.route}?${view.filter}`)
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()

    await visited.press(visited.button('Clear all filters'))
    await page.waitForURL((url) => url.search === '')
    await page.getByText('Nothing matches these filters').waitFor({ state: 'detached' })
  })
}

test('a role that includes nothing is refused where it may not read, with a way out', async () => {
  const role = { role_name: 'Guest', groups: ['workflows_view'] }
  const { role_id } = (await shop.post('/user/role', role)).body
  await using guest = await visitAs(browser, shop, role_id)
  const open = ['/', '/account', '/settings', '/test-cards']
  await guest.open('/')
  await guest.page.locator('main h1').first().waitFor()
  for (const view of views.filter(({ route }) => !open.includes(route))) {
    await guest.go(pathOf(view))
    const refusal = guest.page.getByRole('alert').filter({ hasText: 'Your role does not include' })
    await refusal.first().waitFor()
    await refusal.first().getByRole('link', { name: 'Go to the home page' }).waitFor()
  }
  assert.deepEqual(guest.faults, [])
})

for (const [what, unreachable] of [
  ['code', '**/dashboard/assets/**'],
  ['user', '**/user'],
] as const) {
  test(`a page whose ${what} cannot be read says so, and opens on “Try again”`, async () => {
    // A browser of its own has nothing in its cache.
    await using fresh = await visitAs(browser, shop, 'merchant_admin')
    await fresh.open('/payments')
    await fresh.page.getByRole('heading', { name: 'No payments yet' }).waitFor()
    await fresh.page.route(unreachable, (route) => route.abort('internetdisconnected'))
    if (what === 'user') await fresh.open('/refunds')
    else await fresh.press(fresh.page.getByRole('link', { name: 'Refunds' }))
    const again = fresh.page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()

    await fresh.page.unroute(unreachable)
    await fresh.press(again)
    await fresh.page.getByRole('heading', { name: 'Refunds', level: 1 }).waitFor()
  })
}

test('a page that has lost its connection recovers by itself when there is one again', async () => {
  await mend(page)
  await visited.open('/payments?status=failed')
  await visited.button('Clear all filters').waitFor()

  await visited.context.setOffline(true)
  await visited.press(visited.button('Clear all filters'))
  await appears(alert(/No connection/))

  await visited.context.setOffline(false)
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor()
  assert.equal(await alert().count(), 0)
})

test('Arabic formats leave the page from left to right, with its English words in order', async () => {
  await using arabic = await visitAs(browser, shop, 'merchant_admin')
  await arabic.context.addInitScript(
    `localStorage.setItem('florin.preferences', '{"locale":"ar-EG"}')`,
  )
  await arabic.open('/account')
  await arabic.page.getByText(/For example .*١٬٢٣٤/).waitFor()
  const direction = await arabic.page.evaluate('getComputedStyle(document.body).direction')
  assert.equal(direction, 'ltr')
  const navigation = await arabic.page.getByRole('navigation', { name: 'Main' }).boundingBox()
  assert.equal(navigation?.x, 0)
})

for (const view of views.filter(({ route }) => SHAPES.includes(route))) {
  test(`axe finds nothing on ${view.route} while it loads, fails and is empty, light and dark`, async () => {
    const found: string[] = []
    for (const fault of ['loading', 'failing', undefined] as const) {
      if (fault) await openWith(view, fault)
      else {
        await mend(page)
        await visited.open(`${pathOf(view)}?${view.filter ?? ''}`)
      }
      await appears(
        fault === 'loading' ? busy() : fault === 'failing' ? alert() : page.locator('main h2'),
      )
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const each of await faultsOf(page, colorScheme)) {
          found.push(`${fault} ${colorScheme} ${each}`)
        }
      }
    }
    assert.deepEqual(found, [])
  })
}
