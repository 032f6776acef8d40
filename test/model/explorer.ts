// Breadth first through every state that can be reached; so the first violation found has the shortest story. From
// each state, what happens by itself once no more faults come must lead to rest.
import { wrongAtRest, wrongNow } from './judge.ts'
import { allRules, type Rules } from './rules.ts'
import { type ProviderModel, type Scenario, startOf } from './scenarios.ts'
import { keyOf, type State } from './state.ts'
import { NEVER } from './step.ts'
import { Model } from './model.ts'

export interface Violation {
  readonly what: string
  /** One sentence for each step. */
  readonly story: readonly string[]
}

export interface Explored {
  readonly states: number
  readonly steps: number
  /** States in which nothing is in flight any more. */
  readonly at_rest: number
  readonly deepest: number
  readonly seconds: number
  readonly violation?: Violation
}

export function explore(
  scenario: Scenario,
  provider: ProviderModel,
  rules: Rules = allRules,
): Explored {
  return new Exploration(new Model(scenario, provider, rules)).run(startOf(scenario))
}

class Exploration {
  readonly #model: Model
  readonly #numbers = new Map<string, number>()
  readonly #queue: (State | undefined)[] = []
  readonly #parents: number[] = []
  readonly #depths: number[] = []
  readonly #says: string[] = []
  /** Each state's automatic successor; -1 at rest. */
  readonly #forward: number[] = []
  readonly #sentences = new Map<string, string>()
  #steps = 0
  #rest = 0

  constructor(model: Model) {
    this.#model = model
  }

  run(start: State): Explored {
    const began = performance.now()
    this.#visit(start, -1, '')
    let violation: Violation | undefined
    for (let at = 0; at < this.#queue.length && violation === undefined; at++) {
      violation = this.#expand(at)
    }
    violation ??= this.#circle()
    return {
      states: this.#numbers.size,
      steps: this.#steps,
      at_rest: this.#rest,
      deepest: this.#depths.at(-1) ?? 0,
      seconds: (performance.now() - began) / 1000,
      ...(violation ? { violation } : {}),
    }
  }

  #visit(state: State, parent: number, say: string): number {
    const key = keyOf(state)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#queue.length
    this.#numbers.set(key, number)
    this.#queue.push(state)
    this.#parents.push(parent)
    this.#depths.push((this.#depths[parent] ?? -1) + 1)
    const sentence = this.#sentences.get(say) ?? say
    this.#sentences.set(sentence, sentence)
    this.#says.push(sentence)
    return number
  }

  #expand(at: number): Violation | undefined {
    const state = this.#queue[at] as State
    this.#queue[at] = undefined
    const wrong = wrongNow(this.#model, state)
    if (wrong !== undefined) return { what: wrong, story: this.#story(at) }
    let best = NEVER
    let forward = -1
    for (const next of this.#model.next(state)) {
      this.#steps++
      if (next.wrong !== undefined) {
        return { what: next.wrong, story: [...this.#story(at), next.say] }
      }
      const to = this.#visit(next.state, at, next.say)
      if (next.rank < best) {
        best = next.rank
        forward = to
      }
    }
    this.#forward.push(forward)
    if (forward >= 0) return undefined
    this.#rest++
    const unrest = wrongAtRest(this.#model, state)
    return unrest === undefined ? undefined : { what: unrest, story: this.#story(at) }
  }

  #story(at: number): string[] {
    const story: string[] = []
    for (let n = at; n > 0; n = this.#parents[n] as number) story.push(this.#says[n] as string)
    return story.toReversed()
  }

  /** A state that never comes to rest by itself is stuck. */
  #circle(): Violation | undefined {
    const seen = new Int32Array(this.#forward.length)
    for (let start = 0; start < seen.length; start++) {
      let n = start
      while (n >= 0 && seen[n] === 0) {
        seen[n] = start + 1
        n = this.#forward[n] as number
      }
      if (n >= 0 && seen[n] === start + 1) {
        return { what: 'stuck: recovery goes round in circles', story: this.#story(n) }
      }
    }
    return undefined
  }
}
