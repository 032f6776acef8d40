const POLL_MS = 2_000

/** For `refetchInterval`: reads an object again and again while something about it is still on its way. */
export function pollWhile<Data>(isMoving: (data: Data) => boolean, every_ms = POLL_MS) {
  return ({ state: { data } }: { state: { data: Data | undefined } }) =>
    data !== undefined && isMoving(data) ? every_ms : false
}
