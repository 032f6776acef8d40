const ATTENDED_MS = 60_000

let input_at = Date.now()
for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
  addEventListener(type, () => (input_at = Date.now()), { capture: true, passive: true })

/** True if a person used the page in the last minute. */
export function isAttended(): boolean {
  return Date.now() - input_at <= ATTENDED_MS
}
