import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows, isFinal, machine } from './machine.ts'

const door = machine({
  name: 'door',
  start: ['open'],
  states: { open: 'Walk through.', shut: 'Knock.', bricked: 'Go round.' },
  transitions: {
    shut: { from: ['open'], to: 'shut', by: 'customer' },
    open: { from: ['shut'], to: 'open', by: 'customer' },
    brick: { from: ['open', 'shut'], to: 'bricked', by: 'merchant' },
  },
})

test('a transition is allowed from the states its row names and from no other', () => {
  assert.equal(allows(door, 'open', 'shut'), true)
  assert.equal(allows(door, 'shut', 'shut'), false)
  assert.equal(allows(door, 'bricked', 'open'), false)
})

test('a state that nothing leads out of is final', () => {
  assert.deepEqual(
    (['open', 'shut', 'bricked'] as const).filter((state) => isFinal(door, state)),
    ['bricked'],
  )
})

test('a table with a state that nothing leads to stops the program at its start', () => {
  assert.throws(
    () =>
      machine<string, string>({
        name: 'x',
        start: ['a'],
        states: { a: '', b: '' },
        transitions: {},
      }),
    /nothing leads to the state b/,
  )
})

test('a table that names an unknown state stops the program at its start', () => {
  const transitions = { go: { from: ['a'], to: 'z', by: 'clock' } } as const
  assert.throws(
    () => machine<string, string>({ name: 'x', start: ['a'], states: { a: '' }, transitions }),
    /no known state: z/,
  )
})
