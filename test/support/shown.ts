// Compares a response with the one that a page shows.
import assert from 'node:assert/strict'

/** A text that ends in … stands for anything that begins like it, a key `…` for all other keys. */
export function assertShown(actual: unknown, displayed: unknown, path: string): void {
  if (typeof displayed === 'string' && displayed.endsWith('…')) {
    assert.ok(
      String(actual).startsWith(displayed.slice(0, -1)),
      `${path}: ${String(actual)} is not ${displayed}`,
    )
  } else if (displayed !== null && typeof displayed === 'object') {
    assert.ok(actual !== null && typeof actual === 'object', `${path}: ${String(actual)}`)
    const { '…': rest, ...fields } = displayed as Record<string, unknown>
    const keys = Object.keys(actual).filter((key) => rest === undefined || key in fields)
    assert.deepEqual(keys, Object.keys(fields), path)
    for (const [key, value] of Object.entries(fields)) {
      assertShown((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
    }
  } else assert.equal(actual, displayed, path)
}
