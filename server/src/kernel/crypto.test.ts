import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fingerprint, Keyring, keyedHash, open, randomText, sameBytes, seal } from './crypto.ts'

const keyring = new Keyring(randomBytes(32))

test('a box opens with its key in its context, and with nothing else', () => {
  const key = keyring.key('boxes')
  const box = seal(key, 'a secret', 'mer_1')

  assert.equal(open(key, box, 'mer_1'), 'a secret')
  assert.throws(() => open(key, box, 'mer_2'))
  assert.throws(() => open(keyring.key('others'), box, 'mer_1'))
  const bent = Buffer.from(box)
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
  assert.throws(() => open(key, bent, 'mer_1'))
})

test('the same text sealed twice gives two different boxes', () => {
  assert.notDeepEqual(seal(keyring.key('a'), 'x', ''), seal(keyring.key('a'), 'x', ''))
})

test('each purpose has its own key', () => {
  assert.ok(!keyring.key('a').equals(keyring.key('b')))
  assert.ok(!sameBytes(keyedHash(keyring.key('a'), 'x'), keyedHash(keyring.key('b'), 'x')))
})

test('a fingerprint notices a character that moves from one part to the next', () => {
  const key = keyring.key('a')
  assert.notDeepEqual(fingerprint(key, 'ab', 'c'), fingerprint(key, 'a', 'bc'))
  assert.notDeepEqual(fingerprint(key, 'ab'), fingerprint(keyring.key('b'), 'ab'))
})

test('random text uses all 62 letters and digits about equally', () => {
  const counts = new Map<string, number>()
  for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  for (const [letter, n] of counts) assert.ok(n > 800 && n < 1_200, `${letter}: ${n}`)
})

test('a box under an older secret opens, new things use the newest, and without the older one it stays shut', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  const box = seal(new Keyring(old).key('boxes'), 'a secret', 'mer_1')
  const rotated = new Keyring(fresh, old)

  assert.equal(rotated.open('boxes', box, 'mer_1'), 'a secret')
  assert.ok(rotated.key('boxes').equals(new Keyring(fresh).key('boxes')))
  assert.throws(() => new Keyring(fresh).open('boxes', box, 'mer_1'))
  assert.throws(() => rotated.open('boxes', box, 'mer_2'))
})
