// The files in deploy/ start Florin: migrate, api and worker run with the command and the variables that each file gives
// them; only values that belong to a machine are replaced.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONFIG } from '../../scripts/release/image.ts'
import {
  type Compose,
  composeServices,
  parseLines,
  readCompose,
  root,
  systemdUnits,
} from './services.ts'
import { find, ROLES, startServices, unknownVariables } from './start.ts'

const compose = readCompose()
const services = composeServices(compose, 'pay.example.com')
const units = systemdUnits()

for (const [what, list] of [
  ['deploy/compose.yaml', services],
  ['deploy/systemd', units],
] as const) {
  test(`${what} starts Florin: migrated, and ready by its own health checks`, (t) =>
    startServices(t, list))

  test(`${what} sets only variables that exist`, () => {
    assert.deepEqual(unknownVariables(list), [])
  })
}

test("every unit has the options of the hardening page's unit", () => {
  const page = readFileSync(join(root, 'docs/operations/hardening.md'), 'utf8')
  const [, block = ''] = /^```ini\n([\s\S]*?)^```$/m.exec(page) ?? []
  const { ExecStart, Restart, TimeoutStopSec, ReadWritePaths, ...wanted } = parseLines(block)
  assert.ok(Object.keys(wanted).length >= 8)
  for (const { name, options } of units) {
    for (const [option, value] of Object.entries(wanted))
      assert.equal(options[option], value, `${name}: ${option}`)
  }
  for (const name of ['api', 'worker']) {
    const { options } = find(units, name)
    assert.deepEqual(
      [options['Restart'], options['TimeoutStopSec'], options['ReadWritePaths']],
      [Restart, TimeoutStopSec, ReadWritePaths],
    )
  }
  assert.equal(ExecStart, find(units, 'api').options['ExecStart'])
})

test("Florin's containers are read-only, without capabilities, and reach nothing that they do not need", () => {
  for (const name of ROLES) {
    const service = compose.services[name]
    assert.equal(service?.read_only, true)
    assert.deepEqual(service.cap_drop, ['ALL'])
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'])
    assert.equal(service.ports, undefined)
  }
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
  )
  assert.deepEqual(published, ['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp'])
  assert.deepEqual(compose.services['postgres']?.networks, ['data'])
  assert.equal(compose.networks['data']?.internal, true)
})

test('compose.yaml defines each secret, network and volume that a service names', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.deepEqual(missing(service.secrets, compose.secrets), [], name)
    assert.deepEqual(missing(service.networks, compose.networks), [], name)
    const own = service.volumes?.map((volume) => volume.split(':')[0] ?? '') ?? []
    assert.deepEqual(
      missing(
        own.filter((path) => !path.startsWith('.')),
        compose.volumes,
      ),
      [],
      name,
    )
  }
  assert.ok(existsSync(join(root, 'deploy/caddy/Caddyfile')))
  const address = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8')
  assert.match(address, new RegExp(`reverse_proxy api:${CONFIG.ports[0]} `))
})

function missing(names: readonly string[] = [], defined: Compose[keyof Compose]): string[] {
  return names.filter((name) => !Object.hasOwn(defined, name))
}
