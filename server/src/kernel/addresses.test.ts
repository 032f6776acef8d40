import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookRefusal } from './addresses.ts'

const inside = [
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://0251.0376.0251.0376/',
  'https://10.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
]

test('private and special addresses are refused in every spelling, in both environments', () => {
  for (const address of inside) {
    for (const sandbox of [true, false]) {
      assert.match(webhookRefusal(address, sandbox) ?? 'accepted', /private or special/, address)
    }
  }
})

test('this machine may be called in the sandbox only, there by http as well', () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ]) {
    assert.equal(webhookRefusal(`http://${host}:9000/hook`, true), undefined, host)
    assert.match(webhookRefusal(`https://${host}:9000/hook`, false) ?? '', /this machine/, host)
  }
})

test('a public address needs https', () => {
  assert.equal(webhookRefusal('https://shop.example/hook', false), undefined)
  assert.equal(webhookRefusal('https://93.184.216.34/hook', false), undefined)
  assert.match(webhookRefusal('http://shop.example/hook', true) ?? '', /https/)
  assert.match(webhookRefusal('ftp://shop.example/hook', false) ?? '', /https/)
  assert.match(webhookRefusal('https://user:pass@shop.example/', false) ?? '', /user name/)
  assert.match(webhookRefusal('not a url', false) ?? '', /URL/)
})
