// A bounded number of rows for one owner: each takes a numbered slot, which is unique for the owner. Two requests that
// take the same slot conflict, so the bound holds for any number at once.

/** The lowest free slot from 1 to `most`; undefined if all are taken. */
export function freeSlot(
  existing: readonly { readonly slot: number }[],
  most: number,
): number | undefined {
  const taken = new Set(existing.map(({ slot }) => slot))
  for (let slot = 1; slot <= most; slot++) if (!taken.has(slot)) return slot
  return undefined
}
