import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cards, isLuhnValid } from './cards.ts'
import { codes, messageOf } from './codes.ts'

function unified(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, place) => `UE_${first + place}`)
}

const every = [
  ...unified(1000, 1018),
  'UE_1099',
  ...unified(2000, 2004),
  ...unified(3000, 3003),
  ...unified(4000, 4004),
  ...unified(5001, 5021),
  'UE_9000',
]

test('every unified code can be meant by an acquirer code, and nothing else is', () => {
  const meant = Object.values(codes).flatMap(({ means }) => means ?? [])
  assert.deepEqual(new Set(meant), new Set(every))
})

test('every unified code has a card whose number carries its digits', () => {
  for (const code of every) {
    const number = Object.keys(cards).find((number) => number.startsWith(`4000009${code.slice(3)}`))
    assert.ok(number !== undefined && isLuhnValid(number), code)
    assert.equal(codes[cards[number]?.code ?? '']?.means, code)
  }
})

/** As published: digits 8 to 11 are the unified code. */
const published = `
  4000009100100000 4000009100200008 4000009100300006 4000009100400004 4000009100500001
  4000009100600009 4000009100700007 4000009100800005 4000009100900003 4000009101000001
  4000009101100009 4000009101200007 4000009101300005 4000009101400003 4000009101500000
  4000009101600008 4000009101700006 4000009101800004 4000009109900004 4000009200100009
  4000009200200007 4000009200300005 4000009200400003 4000009300100008 4000009300200006
  4000009300300004 4000009400100007 4000009400200005 4000009400300003 4000009400400001
  4000009500100006 4000009500200004 4000009500300002 4000009500400000 4000009500500007
  4000009500600005 4000009500700003 4000009500800001 4000009500900009 4000009501000007
  4000009501100005 4000009501200003 4000009501300001 4000009501400009 4000009501500006
  4000009501600004 4000009501700002 4000009501800000 4000009501900008 4000009502000006
  4000009502100004 4000009900000004 4000009100000002 4000009200000001 4000009300000000
  4000009400000009
`
  .trim()
  .split(/\s+/)

test('the card of a unified code is the number that is published for it', () => {
  const numbers = Object.keys(cards).filter((number) => number.startsWith('4000009'))
  assert.deepEqual(new Set(numbers), new Set(published))
})

test('a code without a message is a mistake in the bank and not an answer', () => {
  assert.throws(() => messageOf('X1'), /no code X1/)
})
