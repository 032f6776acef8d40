// Seeded dice: a seed decides everything that a history does, so that a failure can be repeated.

export class Dice {
  private state: number

  /** The same numbers give the same dice. */
  constructor(...seeds: number[]) {
    this.state = 0x9e3779b9
    for (const seed of seeds) {
      this.state = (Math.imul(this.state ^ seed, 0x85ebca6b) + 0x6d2b79f5) >>> 0
      this.roll()
    }
  }

  /** From 0 to below 1 (mulberry32). */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1))
  }

  chance(of: number): boolean {
    return this.roll() < of
  }

  pick<T>(list: readonly [T, ...T[]]): T
  pick<T>(list: readonly T[]): T | undefined
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.roll() * list.length)]
  }

  weighted<T extends { readonly weight: number }>(list: readonly T[]): T | undefined {
    let place = this.roll() * list.reduce((sum, { weight }) => sum + weight, 0)
    return list.find(({ weight }) => (place -= weight) < 0)
  }
}
