// Evidence that a team collects: saved while it is typed, two people at once, and the preview of what the issuer gets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayBank, testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { upload } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { assertReceived, disputed as disputedAt } from '../support/disputing.ts'
import { openStage, type Visit, visitWith } from './dashboard.ts'

delayBank(300)

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))
/** Its form begins with the fields of the delivery. */
const NOT_RECEIVED = '4000000000002685'

const disputed = async () => (await disputedAt(shop, NOT_RECEIVED)).body.dispute_id as string

async function draftOf(dispute_id: string): Promise<Record<string, string>> {
  const { fields } = (await shop.get(`/disputes/evidence/${dispute_id}/draft`)).body
  const list = fields as { evidence_type: string; value: string }[]
  return Object.fromEntries(list.map(({ evidence_type, value }) => [evidence_type, value]))
}

async function visitOf(name: string, dispute_id: string, role = 'merchant_operator') {
  const user = await addUser(shop, role, { name })
  const visit = await visitWith(browser, shop, await openSessionOf(shop, user))
  await visit.open(`/disputes/${dispute_id}`)
  await visit.page.getByText('13 days left').first().waitFor()
  return visit
}

const carrier = ({ page }: Visit) => page.getByLabel('Carrier')
const saved = ({ page }: Visit) => page.getByText('Saved', { exact: true }).waitFor()

async function shows(visit: Visit, value: string): Promise<void> {
  await eventually(`the carrier is ${value}`, async () => {
    return (await carrier(visit).inputValue()) === value
  })
}

test('what is typed is saved, and a colleague sees it with its author; the issuer gets nothing', async () => {
  const dispute_id = await disputed()
  await using nadia = await visitOf('Nadia', dispute_id)
  await using viewer = await visitOf('Vera', dispute_id, 'merchant_view_only')

  await nadia.type(carrier(nadia), 'Royal Mail')
  await saved(nadia)
  await viewer.page.getByText('Draft, not submitted').waitFor()
  await viewer.page.getByText('Royal Mail').waitFor()
  await using omar = await visitOf('Omar', dispute_id)

  await shows(omar, 'Royal Mail')
  assert.deepEqual(await draftOf(dispute_id), { shipping_carrier: 'Royal Mail' })
  assert.equal((await shop.get(`/disputes/${dispute_id}`)).body.status, 'dispute_opened')
  assert.deepEqual([...nadia.faults, ...viewer.faults, ...omar.faults], [])
})

test('two people fill in different fields of one draft, and each sees the other', async () => {
  const dispute_id = await disputed()
  await using nadia = await visitOf('Nadia', dispute_id)
  await using omar = await visitOf('Omar', dispute_id)

  await Promise.all([
    nadia.type(carrier(nadia), 'Royal Mail'),
    omar.type(omar.page.getByLabel('Date sent'), '2 May'),
  ])

  await shows(omar, 'Royal Mail')
  await eventually('Nadia sees the date', async () => {
    return (await nadia.page.getByLabel('Date sent').inputValue()) === '2 May'
  })
  const draft = { shipping_carrier: 'Royal Mail', shipping_date: '2 May' }
  assert.deepEqual(await draftOf(dispute_id), draft)
  assert.deepEqual([...nadia.faults, ...omar.faults], [])
})

for (const [choice, expected] of [
  ['Use theirs', 'Royal Mail'],
  ['Save mine', 'Parcelforce'],
] as const) {
  test(`of two texts for one field neither is lost before somebody chooses: ${choice}`, async () => {
    const dispute_id = await disputed()
    await using omar = await visitOf('Omar', dispute_id)
    // Omar's page does not know yet what was saved here.
    const path = `/disputes/evidence/${dispute_id}/draft`
    await omar.page.route(`**${path}`, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    )
    await shop.post(path, { revision: 0, shipping_carrier: 'Royal Mail' })

    await omar.type(carrier(omar), 'Parcelforce')
    await omar.page.unroute(`**${path}`)
    await omar.page.getByText('changed this field meanwhile').waitFor()
    await omar.page.getByText('Royal Mail').waitFor()
    assert.equal(await carrier(omar).inputValue(), 'Parcelforce')
    assert.deepEqual(await draftOf(dispute_id), { shipping_carrier: 'Royal Mail' })
    assert.equal(await omar.button('Review and submit').isEnabled(), false)
    await omar.press(omar.button(choice))

    await shows(omar, expected)
    await eventually('the choice is saved', async () => {
      return (await draftOf(dispute_id))['shipping_carrier'] === expected
    })
    assert.deepEqual(omar.faults, [])
  })
}

test('without a connection the page says that nothing is saved, and saves when it is back', async () => {
  const dispute_id = await disputed()
  await using nadia = await visitOf('Nadia', dispute_id)
  await nadia.page.route('**/draft', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )

  await nadia.type(carrier(nadia), 'Royal Mail')
  await nadia.page.getByText('Not saved.').waitFor()
  await nadia.page.reload()
  await shows(nadia, 'Royal Mail')
  assert.deepEqual(await draftOf(dispute_id), {})
  await nadia.page.unroute('**/draft')

  await saved(nadia)
  assert.deepEqual(await draftOf(dispute_id), { shipping_carrier: 'Royal Mail' })
})

test('the preview shows, in the order sent, exactly what the bank receives', async () => {
  const dispute_id = await disputed()
  const { file_id } = (await upload(shop)).body
  const shipping_documentation = file_id
  await shop.post('/disputes/evidence', { dispute_id, service_date: '1 May' })
  const path = `/disputes/evidence/${dispute_id}/draft`
  await shop.post(path, { revision: 0, shipping_carrier: 'Royal Mail', shipping_documentation })
  await using nadia = await visitOf('Nadia', dispute_id)

  await nadia.type(nadia.page.getByLabel('Tracking number'), 'RM123')
  await nadia.press(nadia.button('Review and submit'))
  await nadia.dialog.getByText('Royal Mail').waitFor()
  const names = await nadia.dialog.locator('dt code').allInnerTexts()
  const texts = await nadia.dialog.locator('dd:not(:has(button))').allInnerTexts()
  await nadia.dialog.getByText('receipt.pdf').waitFor()
  await nadia.press(nadia.confirm('Submit to the issuer'))
  await nadia.announced(/issuer has your evidence/)

  assert.equal(names.at(-1), 'shipping_documentation')
  const { file_name, file_type, file_size } = (await shop.get(`/files/${file_id}`)).body
  await assertReceived(shop, dispute_id, {
    texts: Object.fromEntries(texts.map((text, n) => [names[n], text])),
    files: [{ field: 'shipping_documentation', file_name, file_type, file_size }],
  })
  assert.deepEqual(await draftOf(dispute_id), {})
  await nadia.page.getByText('Nothing new to submit.').waitFor()
  assert.deepEqual(nadia.faults, [])
})

test('a draft is discarded for everybody, after a question', async () => {
  const dispute_id = await disputed()
  const path = `/disputes/evidence/${dispute_id}/draft`
  await shop.post(path, { revision: 0, shipping_carrier: 'Royal Mail' })
  await using nadia = await visitOf('Nadia', dispute_id)

  await nadia.press(nadia.button('Discard'))
  await nadia.press(nadia.confirm('Discard for everybody'))
  await nadia.announced(/draft is discarded/)

  assert.deepEqual(await draftOf(dispute_id), {})
})
