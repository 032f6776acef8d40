// Malformed bytes: a sound sample, changed at random. The same random numbers change it in the same way.
import type { Random } from './random.ts'

/** Values at which lengths, counters and signs turn over. */
const NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

type Change = (random: Random, bytes: Buffer, words: readonly Buffer[]) => Buffer

const changes: readonly Change[] = [
  flipBit,
  setByte,
  setNumber,
  remove,
  repeat,
  insertWord,
  insertNoise,
  cutOff,
]

interface Samples {
  readonly sound: readonly Buffer[]
  /** Parts that a parser looks for. */
  readonly words: readonly Buffer[]
  readonly max_bytes: number
}

export function samples(
  sound: readonly (string | Buffer)[],
  words: readonly string[] = [],
  max_bytes = 10_000,
): Samples {
  return {
    sound: sound.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)),
    words: words.map((word) => Buffer.from(word, isBytes(word) ? 'latin1' : 'utf8')),
    max_bytes,
  }
}

/** One character for each byte, as in `\xff`. */
function isBytes(word: string): boolean {
  return /^[\0-\xff]*$/.test(word)
}

export function mutate(random: Random, { sound, words, max_bytes }: Samples): Buffer {
  let bytes: Buffer = Buffer.from(random.pick(sound))
  // A parser that refuses everything would be judged by nothing.
  if (random.chance(0.02)) return bytes
  if (random.chance(0.1)) bytes = splice(random, bytes, random.pick(sound))
  // Few changes reach a parser's inside, many its edges.
  const count = 1 + random.below(random.chance(0.8) ? 3 : 30)
  for (let n = 0; n < count; n++) {
    bytes = random.pick(changes)(random, bytes, words).subarray(0, max_bytes)
  }
  return bytes
}

function flipBit(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length)
  if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return bytes
}

function setByte(random: Random, bytes: Buffer): Buffer {
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

function setNumber(random: Random, bytes: Buffer): Buffer {
  const size = random.pick([1, 2, 4])
  if (bytes.length < size) return bytes
  const value = random.pick(NUMBERS) % 256 ** size
  const at = random.below(bytes.length - size + 1)
  if (random.chance(0.5)) bytes.writeUIntBE(value, at, size)
  else bytes.writeUIntLE(value, at, size)
  return bytes
}

function rangeIn(random: Random, bytes: Buffer): readonly [from: number, to: number] {
  const from = random.below(bytes.length + 1)
  const longest = random.chance(0.8) ? 16 : bytes.length
  return [from, Math.min(bytes.length, from + 1 + random.below(longest))]
}

function remove(random: Random, bytes: Buffer): Buffer {
  const [from, to] = rangeIn(random, bytes)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

function repeat(random: Random, bytes: Buffer): Buffer {
  const [from, to] = rangeIn(random, bytes)
  const times = random.chance(0.9) ? 1 + random.below(4) : random.below(5_000)
  const copies = Array.from({ length: times }, () => bytes.subarray(from, to))
  return Buffer.concat([bytes.subarray(0, from), ...copies, bytes.subarray(from)])
}

function insertAt(random: Random, bytes: Buffer, more: Buffer): Buffer {
  const at = random.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
}

function insertWord(random: Random, bytes: Buffer, words: readonly Buffer[]): Buffer {
  return words.length === 0 ? bytes : insertAt(random, bytes, random.pick(words))
}

function insertNoise(random: Random, bytes: Buffer): Buffer {
  const noise = Array.from({ length: 1 + random.below(32) }, () => random.below(256))
  return insertAt(random, bytes, Buffer.from(noise))
}

function cutOff(random: Random, bytes: Buffer): Buffer {
  return random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes
}

function splice(random: Random, head: Buffer, tail: Buffer): Buffer {
  const from = random.below(tail.length + 1)
  return Buffer.concat([head.subarray(0, random.below(head.length + 1)), tail.subarray(from)])
}
