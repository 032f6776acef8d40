// A seeded pseudo-random number generator, so that every demo run makes the same history.

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** Each choice as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
}

/** Mulberry32: 32 bits of state are enough for a demo. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(next() * choices.length)] as T
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => {
      const sum = choices.reduce((total, [weight]) => total + weight, 0)
      let rest = next() * sum
      for (const [weight, choice] of choices) {
        rest -= weight
        if (rest < 0) return choice
      }
      return pick(choices)[1]
    },
  }
}
