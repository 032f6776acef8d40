// Preloaded into a child process with `--import`: on SIGHUP something breaks, as FLORIN_TEST_BREAK says.
process.on('SIGHUP', () => {
  if (process.env['FLORIN_TEST_BREAK'] === 'loop') for (;;);
  throw new Error('nothing catches this')
})
