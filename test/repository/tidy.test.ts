// The code about the code: what ARCHITECTURE.md promises is checked here, read from that very page.
import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'server/src')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

interface Source {
  /** Path within server/src. */
  path: string
  /** The folder or file at the top. */
  layer: string
  /** The folder or file within the layer, such as `core/ledger` or `resources/payments/refunds`; the layer itself where it has none. */
  unit: string
  /** Its line in ARCHITECTURE.md: the unit, or for a resource its group, such as `resources/payments`. */
  listed: string
  isTest: boolean
  text: string
  imports: string[]
  /** The text in every sql`…` template, with `?` for inserted values. */
  statements: string[]
  names: Set<string>
}

function assertNone(files: readonly Source[]) {
  const paths = files.map((file) => file.path)
  assert.deepEqual(paths, [])
}

const DIVIDED: ReadonlySet<string> = new Set(['core', 'resources', 'roles'])

interface Place {
  layer: string
  unit: string
  listed: string
}

function place(path: string): Place {
  const [layer = path, folder, room] = path.split('/')
  const listed = DIVIDED.has(layer) && folder ? `${layer}/${folder}` : layer
  const isRoom = layer === 'resources' && room !== undefined
  return { layer, listed, unit: isRoom ? `${listed}/${room}` : listed }
}

function read(file: string): Source {
  const path = relative(source, file)
  const text = readFileSync(file, 'utf8')
  const parsed = parseSync(file, text)
  assert.deepEqual(parsed.errors, [], `${path} cannot be parsed`)
  const imports = parsed.module.staticImports.map((entry) => entry.moduleRequest.value)
  const statements: string[] = []
  const names = new Set<string>()
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return
      statements.push(node.quasi.quasis.map((part) => part.value.cooked).join('?'))
    },
    MemberExpression(node) {
      names.add(text.slice(node.start, node.end))
    },
    NewExpression(node) {
      if (node.arguments.length === 0) names.add(text.slice(node.start, node.end))
    },
  }).visit(parsed.program)
  const isTest = path.endsWith('.test.ts') || path.startsWith('testing/')
  return { path, ...place(path), isTest, text, imports, statements, names }
}

const sources = globSync(join(source, '**/*.ts')).toSorted().map(read)
const program = sources.filter((file) => !file.isTest)

const listed = [...page.matchAll(/^\d+\. `([a-z_./]+)`/gm)].map(([, name]) => name)
const layers = listed.filter((name) => !name?.includes('/'))
const units = listed.filter((name) => name?.includes('/'))

interface Target extends Place {
  path: string
}

/** An import's target in server/src. */
function target(file: Source, specifier: string): Target | undefined {
  const from = specifier.startsWith('#') ? '' : dirname(file.path)
  if (!specifier.startsWith('#') && !specifier.startsWith('.')) return undefined
  const path = relative(source, resolve(source, from, specifier.replace('#', './')))
  return path.startsWith('..') ? undefined : { ...place(path), path }
}

/** A folder with several ideas in its tables has one store for each: `deliveries_store.ts`. */
function isStore(path: string): boolean {
  return /(^|_)store\.ts$/.test(basename(path))
}

const WRITE = /\b(insert into|delete from|update [\w.]+\s+(\w+\s+)?set)\b/i

function imported(file: Source) {
  return file.imports.flatMap((specifier) => target(file, specifier) ?? [])
}

// The layers beside server/src, with the layers that their files import.
const BESIDE = ['locales', 'pages', 'checkout', 'dashboard', 'site']

interface Crossing {
  path: string
  from: string
  to: string
  specifier: string
}

function crossings(path: string, from: string, specifiers: readonly string[]): Crossing[] {
  return specifiers.flatMap((specifier) => {
    const to = layerOfImport(path, specifier)
    return to === undefined || to === from ? [] : { path, from, to, specifier }
  })
}

function layerOfImport(path: string, specifier: string): string | undefined {
  const [, named] = /^@florin\/(\w+)\//.exec(specifier) ?? []
  if (named !== undefined) return named
  if (specifier.startsWith('#')) return place(specifier.slice(1)).layer
  if (!specifier.startsWith('.')) return undefined
  const inSource = relative(source, resolve(root, dirname(path), specifier))
  return inSource.startsWith('..') ? inSource.split('/')[2] : place(inSource).layer
}

const beside = BESIDE.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (path) => /node_modules|dist|generated/.test(path),
  })
    .filter((path) => !/\.(test|d)\.ts$/.test(path))
    .flatMap((path) => {
      const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'))
      const specifiers = module.staticImports.map((entry) => entry.moduleRequest.value)
      return crossings(path, folder, specifiers)
    }),
)

test('the lists in ARCHITECTURE.md have exactly the layers and their folders', () => {
  const files = sources.filter((file) => !file.path.endsWith('.test.ts'))
  assert.deepEqual(new Set(layers), new Set([...BESIDE, ...files.map((file) => file.layer)]))
  const divided = files.filter((file) => DIVIDED.has(file.layer))
  assert.deepEqual(new Set(units), new Set(divided.map((file) => file.listed)))
})

test('a file imports only from its own layer and from those above it', () => {
  const ofServer = program.flatMap((file) =>
    crossings(`server/src/${file.path}`, file.layer, file.imports),
  )
  assert.ok(beside.length > 50 && ofServer.length > 1_000)
  const wrong = [...beside, ...ofServer].filter(
    ({ from, to }) => layers.indexOf(to) > layers.indexOf(from) || to === 'checkout',
  )
  assert.deepEqual(wrong, [])
})

test('inside a layer a folder or group imports only from those above it', () => {
  const wrong = program.flatMap((file) =>
    imported(file)
      .filter(({ layer }) => layer === file.layer)
      .filter(({ listed }) => units.indexOf(listed) > units.indexOf(file.listed))
      .map(({ path }) => `${file.path} imports ${path}`),
  )
  assert.deepEqual(wrong, [])
})

test('inside a group of resources, folders do not import each other in a circle', () => {
  const rooms = new Map<string, Set<string>>()
  for (const file of program.filter(({ layer }) => layer === 'resources')) {
    const uses = imported(file).filter(
      ({ listed, unit }) => listed === file.listed && unit !== file.unit,
    )
    rooms.set(
      file.unit,
      new Set([...(rooms.get(file.unit) ?? []), ...uses.map(({ unit }) => unit)]),
    )
  }
  // Folders whose imports are all placed are placed in turn; what is left stands in a circle.
  const left = new Map(rooms)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [room, uses] of left) if (![...uses].some((use) => left.has(use))) left.delete(room)
  }
  assert.deepEqual([...left.keys()], [])
})

test('imports across folders begin at the layer, imports within a folder are relative', () => {
  const wrong = sources.flatMap((file) =>
    file.imports.flatMap((specifier) => {
      const to = target(file, specifier)
      if (to === undefined) return []
      const isWithin = to.unit === file.unit
      return isWithin === specifier.startsWith('.') ? [] : `${file.path} imports ${specifier}`
    }),
  )
  assert.deepEqual(wrong, [])
})

test('stores, routes and resource are private to their folder; resources.ts lists the manifests', () => {
  const wrong = sources.flatMap((file) =>
    imported(file)
      .filter(
        ({ unit, path }) =>
          unit !== file.unit && (isStore(path) || /\/(routes|resource)\.ts$/.test(path)),
      )
      .filter(({ path }) => path !== 'resources/resource.ts')
      .filter(({ path }) => file.path !== 'resources/resources.ts' || isStore(path))
      .map(({ path }) => `${file.path} imports ${path}`),
  )
  assert.deepEqual(wrong, [])
})

test('resources.ts lists every manifest, and the routes of folders without one', () => {
  const inFolders = program.filter((file) => /^resources\/\w+\/\w+\//.test(file.path))
  const manifests = inFolders.filter((file) => basename(file.path) === 'resource.ts')
  const declared = new Set(manifests.map((file) => file.unit))
  const bare = inFolders
    .filter((file) => basename(file.path) === 'routes.ts')
    .filter((file) => !declared.has(file.unit))
  const list = sources.find((file) => file.path === 'resources/resources.ts')
  const listedThere = list ? imported(list).map(({ path }) => path) : []
  assert.deepEqual(
    new Set(listedThere.filter((path) => path !== 'resources/resource.ts')),
    new Set([...manifests, ...bare].map((file) => file.path)),
  )
})

test('get and list are in read.ts, and a manifest declares more than routes', () => {
  const inResources = program.filter((file) => file.layer === 'resources')
  const forwarding = inResources.filter(
    (file) =>
      /^(get|list)\.ts$/.test(basename(file.path)) ||
      (basename(file.path) === 'resource.ts' &&
        /: Resource = \{ routes: \w+ \}\n$/.test(file.text)),
  )
  assert.ok(inResources.length > 100)
  assertNone(forwarding)
})

// Resources that the roles and the app need by name; a new resource is not added here.
const KNOWN_USES: Readonly<Record<string, readonly string[]>> = {
  'app.ts': [
    'accounts/api_keys',
    'accounts/audit',
    'accounts/connectors',
    'accounts/merchants',
    'accounts/profiles',
    'accounts/routing',
    'notifications/event_stream',
    'people/sessions',
  ],
  'main.ts': ['accounts/api_keys', 'accounts/merchants'],
  'roles/api': ['payments/payments', 'notifications/webhooks'],
  'roles/doctor': [
    'accounts/audit',
    'accounts/connectors',
    'payments/disputes',
    'billing/invoices',
    'methods/payment_methods',
    'payments/payments',
    'payouts/payouts',
    'payments/refunds',
    'notifications/webhooks',
  ],
  'roles/sandbox': [
    'accounts/connectors',
    'accounts/merchants',
    'payments/payments',
    'people/users',
  ],
  'roles/commands': [
    'reporting/analytics',
    'accounts/audit',
    'accounts/merchants',
    'accounts/organizations',
    'people/passkeys',
    'people/roles',
    'people/sessions',
    'billing/subscriptions',
    'people/two_factor',
    'people/users',
  ],
  'roles/worker': [
    'reporting/analytics',
    'accounts/audit',
    'people/sign_in_nonces',
    'payments/customers',
    'people/sign_in_limits',
    'payments/payments',
    'accounts/profiles',
    'payments/provider_callbacks',
    'payments/refunds',
    'notifications/mails',
    'people/sessions',
    'notifications/webhooks',
  ],
}

test('adding a resource touches its folder, resources.ts and nothing else: no registry names resources', () => {
  const wrong = program
    .filter((file) => file.layer !== 'resources')
    .flatMap((file) =>
      imported(file)
        .filter(({ layer, unit }) => layer === 'resources' && !unit.endsWith('.ts'))
        .filter(({ unit }) => !KNOWN_USES[file.unit]?.includes(unit.replace('resources/', '')))
        .map(({ path }) => `${file.path} imports ${path}`),
    )
  assert.deepEqual(wrong, [])
})

test('only the program imports the program: nothing but tests imports testing', () => {
  const wrong = program.flatMap((file) =>
    imported(file).flatMap(({ unit, path }) =>
      unit === 'testing' ? `${file.path} imports ${path}` : [],
    ),
  )
  assert.deepEqual(wrong, [])
})

test('Fastify is found in http/ only', () => {
  // app.ts and testing/ name its type, and nothing else of it.
  const wrong = program
    .filter((file) => file.unit !== 'http' && file.imports.some((name) => name.includes('fastify')))
    .filter((file) => !/^import type \{ FastifyInstance \} from 'fastify'$/m.test(file.text))
  assertNone(wrong)
})

test('SQL is found in store.ts, files named *_store.ts and kernel/ only', () => {
  const wrong = program.filter(
    (file) => file.statements.length > 0 && file.unit !== 'kernel' && !isStore(file.path),
  )
  assertNone(wrong)
  const drivers = program.filter((file) => file.imports.includes('pg') && file.unit !== 'kernel')
  assertNone(drivers)
})

test('every write goes through commit, but for the stores that decision 2 lists', () => {
  const decision = readFileSync(
    join(root, 'docs/decisions/0002-commit-is-the-only-writer.md'),
    'utf8',
  )
  const allowed = [...decision.matchAll(/^\| `([a-z_/.]+)` \|/gm)].map(([, path]) => path)
  const writers = program
    .filter((file) => file.unit !== 'kernel' && file.statements.some((text) => WRITE.test(text)))
    .map((file) => file.path)
  assert.deepEqual(new Set(writers), new Set(allowed))
})

test('every SQL statement names its columns: a prepared `*` fails when a migration adds one', () => {
  const wrong = program.flatMap((file) =>
    file.statements
      .filter((text) => /\b(select|returning) (\w+\.)?\*/i.test(text))
      .map((text) => `${file.path}: ${text.trim().slice(0, 80)}`),
  )
  assert.deepEqual(wrong, [])
})

test('every SQL statement names merchant_id, but for those on tables that belong to no merchant', () => {
  const exceptions =
    /\b(from|into|update) (migrations|workers|relay_batches|directory\.provider_news|directory\.parked_events|directory\.doctor_runs|directory\.audit_anchors|directory\.deployment|directory\.organizations|directory\.users|directory\.memberships|directory\.sessions|directory\.guesses|directory\.challenges|directory\.passkeys|directory\.identities|pg_stat_activity|pg_stat_replication)\b/
  // These take their condition, merchant_id first, from a fragment beside their statements.
  const composed = new Set([
    'kernel/scan.ts',
    'resources/reporting/analytics/store.ts',
    'resources/reporting/search/store.ts',
  ])
  const files = program.filter((file) => !composed.has(file.path))
  const wholes = files.flatMap((file) =>
    file.statements
      .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
      // Without a table, such as `select current_setting(…)`, a statement reads no merchant's rows.
      .filter((text) => /\b(from|into|update)\b/i.test(text))
      .filter((text) => !text.includes('merchant_id') && !exceptions.test(text))
      .map((text) => `${file.path}: ${text.trim().slice(0, 80)}`),
  )
  assert.deepEqual(wholes, [])
})

test('only the kernel reads the system clock', () => {
  const allowed = new Set(['kernel/clock.ts', 'kernel/ids.ts', 'kernel/log.ts'])
  const wrong = program.filter(
    (file) =>
      file.unit !== 'roles/sandbox' &&
      !allowed.has(file.path) &&
      ['Date.now', 'new Date()', 'performance.now', 'process.hrtime'].some((name) =>
        file.names.has(name),
      ),
  )
  assertNone(wrong)
})

test('randomness comes from kernel/ids.ts and kernel/crypto.ts only', () => {
  const allowed = new Set(['kernel/ids.ts', 'kernel/crypto.ts'])
  const wrong = program.filter(
    (file) =>
      !allowed.has(file.path) &&
      /\b(randomBytes|randomUUID|randomInt|Math\.random)\b/.test(file.text),
  )
  assertNone(wrong)
})

test('no file or folder has a name that says nothing', () => {
  const vague = /^(utils?|helpers?|services?|managers?|constants?|common|misc|index)(\.ts)?$/
  const wrong = sources.filter((file) => file.path.split('/').some((part) => vague.test(part)))
  assertNone(wrong)
})

test('a file has at most 400 lines', () => {
  const long = sources.filter((file) => file.text.split('\n').length > 401)
  assertNone(long)
})

test('nothing in the repository names a path of one machine or a package registry', () => {
  const texts = ['**/*.{ts,md,json,sql,yaml}', 'scripts/*', '.ci/*', 'deploy/**', 'Dockerfile']
  const isOther = (path: string) => /node_modules|^\.(tools|run)\//.test(path)
  const files = globSync(texts, { cwd: root }).filter(
    (path) => !isOther(path) && statSync(join(root, path)).isFile(),
  )
  const hosts = [/registry\.npmjs\b/, /deb\.debian\b/, /pypi\.org\b/]
  const wrong = files.filter((path) => {
    if (path === 'test/repository/tidy.test.ts') return false
    const text = readFileSync(join(root, path), 'utf8')
    return (
      hosts.some((host) => host.test(text)) || /\/(root|work|home\/(?!linuxbrew)\w+)\//.test(text)
    )
  })
  assert.deepEqual(wrong, [])
})

test('no file of the program reads a cookie: a browser cannot be made to act with one', () => {
  const readers = program
    .filter(({ text }) => /headers(\.|\[['"])cookie/i.test(text))
    .map(({ path }) => path)
  assert.deepEqual(readers, [])
})
