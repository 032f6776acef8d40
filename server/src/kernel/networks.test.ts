import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areWithin, isNetwork, isWithin, subscriberNetwork } from './networks.ts'

test('a subscriber is an IPv4 address in every spelling, or a /64 network of IPv6', () => {
  assert.equal(subscriberNetwork('203.0.113.7'), '203.0.113.7')
  assert.equal(subscriberNetwork('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(subscriberNetwork('2001:db8:1:2:aaaa::1'), subscriberNetwork('2001:db8:1:2:bbbb::2'))
  assert.notEqual(subscriberNetwork('2001:db8:1:2::1'), subscriberNetwork('2001:db8:1:3::1'))
})

test('an address is within a network of the same kind, in every spelling', () => {
  for (const [ip, network, expected] of [
    ['203.0.113.7', '203.0.113.7', true],
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['203.0.114.7', '203.0.113.0/24', false],
    ['2001:db8::1', '2001:db8::/32', true],
    ['203.0.113.7', '::/0', false],
    ['not an address', '0.0.0.0/0', false],
  ] as const) {
    assert.equal(isWithin(ip, [network]), expected, `${ip} in ${network}`)
  }
  assert.equal(isWithin('203.0.113.7', []), false)
  assert.equal(isNetwork('203.0.113.0/33'), false)
})

test('a network is within another one only if all its addresses are', () => {
  for (const [inner, outer, expected] of [
    ['203.0.113.7', '203.0.113.0/24', true],
    ['203.0.113.0/24', '203.0.113.0/24', true],
    ['203.0.113.0/25', '203.0.113.0/24', true],
    ['203.0.112.0/23', '203.0.113.0/24', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.7', false],
    ['203.0.113.7/0', '203.0.113.7', false],
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['2001:db8:1::/48', '2001:db8::/32', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['::/0', '2001:db8::/32', false],
    ['203.0.113.7', '::/0', false],
  ] as const) {
    assert.equal(areWithin([inner], [outer]), expected, `${inner} in ${outer}`)
  }
  assert.equal(areWithin(['203.0.113.7', '198.51.100.1'], ['203.0.113.0/24']), false)
  assert.equal(
    areWithin(['203.0.113.7', '198.51.100.1'], ['203.0.113.0/24', '198.51.100.0/24']),
    true,
  )
})
