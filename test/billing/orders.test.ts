// Close steps can have happened in any order, even within one moment on a stopped clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Happening, inOrder, movesWithin } from './orders.ts'

const run = () => undefined
const NAMES = new Map<Happening, string>()

function named(name: string, at: number, moves_with?: string): Happening {
  const fixed = { at: new Date(at), rank: 1, run }
  const happening = moves_with ? { ...fixed, rank: 4, moves_with } : fixed
  NAMES.set(happening, name)
  return happening
}

/** Every order that is tried, the natural one first. */
function ordersOf(happenings: readonly Happening[], close_ms: number): string[] {
  const moves = [[], ...movesWithin(inOrder(happenings), close_ms, 100)]
  return moves.map((way) =>
    inOrder(happenings, { by_ids: false, moves: way })
      .map((one) => NAMES.get(one))
      .join(' '),
  )
}

test('a return between two plan changes of one moment is found', () => {
  const changes = [named('first', 1_000), named('second', 1_000)]
  const orders = ordersOf([...changes, named('return', 1_000, 'dispute')], 60)

  assert.deepEqual(orders, ['first second return', 'first return second', 'return first second'])
})

test('two returns are each put where they can have been', () => {
  const bills = [named('a', 1_000), named('b', 1_000)]
  const returns = [named('x', 1_000, 'one'), named('y', 1_010, 'other')]
  const orders = ordersOf([...bills, ...returns], 60)

  assert.equal(orders[0], 'a b x y')
  assert.deepEqual(
    ['a x y b', 'x a y b', 'x y a b', 'a x b y', 'x a b y'].filter((way) => !orders.includes(way)),
    [],
  )
})

test('a return stays after steps that were not close, and its end after its beginning', () => {
  const bills = [named('long ago', 0), named('soon', 1_050)]
  const dispute = [named('opened', 1_000, 'dispute'), named('won', 1_040, 'dispute')]
  const orders = ordersOf([...bills, ...dispute], 60)

  assert.deepEqual(
    new Set(orders),
    new Set(['long ago opened won soon', 'long ago opened soon won', 'long ago soon opened won']),
  )
})

test('among invoices from one moment, the older id comes first', () => {
  const later = { ...named('later', 1_000), id: 'inv_2' }
  const earlier = { ...named('earlier', 1_000), id: 'inv_1' }
  NAMES.set(later, 'later').set(earlier, 'earlier')

  assert.deepEqual(ordersOf([later, earlier], 60), ['earlier later'])
})

test('a late invoice is close to its due time and to its creation', () => {
  const late = { ...named('renewal', 0), seen_at: new Date(990) }
  NAMES.set(late, 'renewal')

  assert.deepEqual(ordersOf([late, named('refund', 1_000, 'refund')], 60), [
    'renewal refund',
    'refund renewal',
  ])
})

test('many returns between the plan changes of one moment are put where their ids say', () => {
  const ids = ['inv_1', 'dp_2', 'inv_3', 'ref_4', 'inv_5', 'dp_6']
  const steps = ids.map((id) => ({
    ...named(id, 1_000, id.startsWith('inv_') ? undefined : id),
    id,
  }))

  const ordered = inOrder(steps.toReversed(), { by_ids: true, moves: [] })

  assert.deepEqual(
    ordered.map(({ id }) => id),
    ids,
  )
})
