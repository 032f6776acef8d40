import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonPasswords } from './common_passwords.ts'
import { MIN_LENGTH, passwordMistake } from './password_rules.ts'
import { isOutdated, Passwords, TooManyPasswords } from './passwords.ts'

test('a password verifies against its own hash only, and two hashes of it differ', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('correct battery 42')

  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.ok(await passwords.verify('correct battery 42', hash))
  assert.ok(!(await passwords.verify('correct battery 43', hash)))
  assert.notEqual(await passwords.hash('correct battery 42'), hash)
})

test('the same characters typed in another way are the same password', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('Zürich im Schnee')

  assert.ok(await passwords.verify('Zürich im Schnee'.normalize('NFD'), hash))
})

test('a hash of another program with other parameters verifies, and is outdated', async () => {
  const passwords = new Passwords()
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const hash =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

  assert.ok(await passwords.verify('password', hash))
  assert.ok(isOutdated(hash))
  assert.ok(!isOutdated(await passwords.hash('password')))
})

test('without a stored hash nothing verifies, and as many hashes are computed', async () => {
  const passwords = new Passwords()

  assert.equal(await passwords.verify('', null), false)
  assert.equal(passwords.computed, 1)
})

test('at most 102 wait or run, known ones before strangers; the others are refused before any work', async () => {
  const passwords = new Passwords()
  const order: string[] = []
  const check = (who: string, is_known: boolean) =>
    passwords.verify('x', null, { is_known }).then(() => order.push(who))
  const strangers = Array.from({ length: 52 }, () => check('stranger', false))

  const refused = check('stranger', false)
  const owner = check('owner', true)
  await assert.rejects(refused, TooManyPasswords)
  await Promise.all([...strangers, owner])

  // In turn the owner would be the last. How far the other threads get meanwhile is up to the machine.
  assert.ok(order.indexOf('owner') < 26, `the owner came as number ${order.indexOf('owner')}`)
  assert.equal(passwords.computed, 53)
})

const own = ['grace.hopper@navy.example']

test('common, sequential, repeated and personal passwords are refused', () => {
  const refused = [
    'Short-pass1',
    'x'.repeat(71),
    'password1234',
    'P4$$w0rd2026!',
    'Welcome-to-2026',
    '123456789012345',
    'qwertyuiop[]asdf',
    'aaaaaaaaaaaaaaa',
    'xyzxyzxyzxyzxyz',
    'grace.hopper1',
    'HopperHopper99',
    'Florin-Florin-1',
    'LetMeIn!LetMeIn!',
    'dragonmonkey12',
    '1qaz2wsx3edc',
  ]
  const accepted = refused.filter((each) => passwordMistake(each, [...own, 'Florin']) === undefined)
  assert.deepEqual(accepted, [])
})

test('long random and unrelated words are accepted, of any script, up to 70 characters', () => {
  const good = [
    'x7K#9mQ2$vLp',
    'orbit walnut crayon',
    'tide-lamp-quartz',
    '雪の降る静かな夜に本を読む人',
    'Zürich im Schnee',
    'mp!W4nb-zRk6gs8',
    '💧🌵🧭🎻🪁🧵🛶🎺🧊🍋🦉🌋',
    'kestrel-'.repeat(2) + 'umbrella-vortex-hammock-quiver',
  ]
  const refused = good.filter((each) => passwordMistake(each, own) !== undefined)
  assert.deepEqual(refused, [])
})

test('the list has more than 3,000 common passwords, each long enough to be chosen otherwise, and all are refused', () => {
  assert.ok(commonPasswords.size > 3_000)
  for (const each of commonPasswords)
    assert.notEqual(passwordMistake(each.toUpperCase(), []), undefined)
  assert.deepEqual(
    [...commonPasswords].filter((each) => each.length < MIN_LENGTH),
    [],
  )
})
