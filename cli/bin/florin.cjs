#!/usr/bin/env node
// `npx florin`: the command line for developers, on the Node that it needs.
'use strict'

process.argv.splice(2, 0, require('path').join(__dirname, '../src/main.ts'))
require('../../bin/start.cjs')
