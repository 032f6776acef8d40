// Runs a TypeScript file on the Node that Florin needs: `node bin/start.cjs [NODE_OPTION…] FILE [ARGUMENT…]`. If this
// Node is too old, the one that scripts/setup installs takes over; without one, a sentence says what to do. Plain old
// JavaScript, so that every Node can read it and nobody sees a stack trace first.
'use strict'

const spawn = require('child_process').spawn
const fs = require('fs')
const path = require('path')

const OLDEST_MAJOR = 24
const tools = path.join(__dirname, '..', '.tools', 'node_modules', '.bin')
const installed = path.join(tools, 'node')

const args = process.argv.slice(2)
const isNewEnough = Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR
const hasOption = args[0][0] === '-'

if (isNewEnough && !hasOption) {
  // The file becomes the program, as if Node had been started with it; `import()` is a syntax error in an old Node.
  process.argv = [process.argv[0], path.resolve(args[0])].concat(args.slice(1))
  require('module').runMain()
} else if (isNewEnough || fs.existsSync(installed)) {
  handOver(isNewEnough ? process.execPath : installed)
} else {
  process.stderr.write(
    'Florin needs Node ' + OLDEST_MAJOR + ' or newer; this is ' + process.versions.node + '. ' +
      'Run scripts/setup, or install it from nodejs.org.\n',
  )
  process.exitCode = 1
}

/** This process waits for the other Node, forwards signals to it, and ends as it ends. */
function handOver(node) {
  const PATH = (isNewEnough ? '' : tools + path.delimiter) + process.env.PATH
  const env = Object.assign({}, process.env, { PATH: PATH })
  const child = spawn(node, args, { env: env, stdio: 'inherit' })
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      // A terminal sends Ctrl-C to both, and a second one would be taken for impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  })
  child.on('exit', function (code, signal) {
    process.exitCode = signal === null ? code : 1
  })
}
