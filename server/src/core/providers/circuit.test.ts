import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCircuit } from './line.ts'

function given() {
  const time = { ms: 0 }
  const circuit = createCircuit({ window_ms: 10_000, rest_ms: 2_000, now: () => time.ms })
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) circuit.report('badly')
  }
  return { time, circuit, fail }
}

test('five failures in a row open it, four do not, and a success resets the count', () => {
  const { circuit, fail } = given()
  fail(4)
  assert.ok(circuit.admits())
  circuit.report('well')
  fail(4)
  assert.ok(circuit.admits())

  fail(1)

  assert.ok(!circuit.admits())
})

test('failures further apart than the window do not add up', () => {
  const { time, circuit, fail } = given()
  fail(2)
  time.ms = 10_001
  fail(3)
  assert.ok(circuit.admits())

  fail(2)

  assert.ok(!circuit.admits())
})

test('after the rest period one request is sent, and its result opens or closes the circuit', () => {
  const { time, circuit, fail } = given()
  fail(5)
  time.ms = 1_999
  assert.ok(!circuit.admits())
  time.ms = 2_000

  assert.ok(circuit.admits())
  assert.ok(!circuit.admits())
  circuit.report('badly')
  assert.ok(!circuit.admits())
  time.ms = 4_000
  assert.ok(circuit.admits())
  circuit.report('well')

  assert.ok(circuit.admits())
  assert.ok(circuit.admits())
})

test('it is open from the last failure in a row until a request succeeds, even while it probes', () => {
  const { time, circuit, fail } = given()
  fail(4)
  assert.equal(circuit.isOpen(), false)
  fail(1)
  assert.equal(circuit.isOpen(), true)

  time.ms = 2_000
  assert.ok(circuit.admits())
  assert.equal(circuit.isOpen(), true)
  circuit.report('well')

  assert.equal(circuit.isOpen(), false)
})
