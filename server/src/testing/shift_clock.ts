// Preloaded into a child process with `--import`: shifts its wall clock, `Date`, by FLORIN_TEST_CLOCK_SHIFT_MS. Timers
// and `performance.now()` do not change, as on a machine with a wrong clock.
const by_ms = Number(process.env['FLORIN_TEST_CLOCK_SHIFT_MS'] ?? 0)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct(target, args: unknown[], new_target) {
    const given = args.length === 0 ? [target.now() + by_ms] : args
    return Reflect.construct(target, given, new_target) as Date
  },
  apply: (target) => new target(target.now() + by_ms).toString(),
  get(target, name, receiver) {
    if (name === 'now') return () => target.now() + by_ms
    return Reflect.get(target, name, receiver) as unknown
  },
})
