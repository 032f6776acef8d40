export type Sign = 'done' | 'fail' | 'wait' | 'stop' | 'info'

/** The signs' paths, in a 24-unit box. */
export const signs: Readonly<Record<Sign, string>> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  fail: 'M7 7l10 10M17 7L7 17',
  wait: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  stop: 'M12 6v7.5M12 17.5v.01',
  info: 'M12 11v7M12 6.5v.01',
}
