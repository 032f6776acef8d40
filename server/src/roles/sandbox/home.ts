// A sandbox's data folder: a temporary one, which is removed at the end, or the `--keep` folder, which stays.
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '#errors.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { lockFolder } from './lock.ts'

/** Values that must be the same after a restart, besides the data. */
export interface State {
  readonly format: 1
  /** FLORIN_SECRET. */
  readonly secret: string
  /** True if its keys are the well-known ones, which only the machine itself may use. */
  readonly is_local: boolean
  readonly bank_key: string
  readonly bank_callback_secret: string
  /** Stored payments link to pages at the bank. */
  bank_port: number
}

export interface Home {
  readonly folder: string
  readonly is_temporary: boolean
  readonly state: State
  saveState(): Promise<void>
  /** Removes a temporary folder; unlocks another. */
  close(): Promise<void>
}

const STATE_FILE = 'florin-sandbox.json'
const FORMAT = 1
/** PostgreSQL may run under another account, which passes through this folder; what is in it is closed to others. */
const PASSABLE = 0o711

export async function temporaryHome(is_local: boolean): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-sandbox-'))
  await chmod(folder, PASSABLE)
  return {
    folder,
    is_temporary: true,
    state: newState(is_local),
    saveState: () => Promise.resolve(),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function openHome(given: string, is_local: boolean): Promise<Home> {
  const folder = resolve(given)
  const names = await makeFolder(folder)
  const file = join(folder, STATE_FILE)
  if (names.length > 0 && !names.includes(STATE_FILE)) {
    throw new UsageError(
      `${folder} is not empty and is not a sandbox folder. Choose an empty folder for --keep, or one that does not exist.`,
    )
  }
  const close = await lockFolder(folder)
  try {
    const state = names.length > 0 ? await readState(file) : newState(is_local)
    if (state.is_local && !is_local) throw new UsageError(`${folder} ${ONLY_HERE}`)
    const saveState = () => writeWhole(file, `${JSON.stringify(state, null, 2)}\n`)
    await saveState()
    return { folder, is_temporary: false, state, saveState, close }
  } catch (error) {
    await close()
    throw error
  }
}

const ONLY_HERE =
  'has the well-known keys, which everybody knows, so other machines must not reach it. Leave FLORIN_HOST and FLORIN_PUBLIC_URL unset, or choose another folder for --keep.'

async function makeFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: PASSABLE })
    return await readdir(folder)
  } catch (error) {
    throw new UsageError(
      `${folder} cannot be used as a folder: ${(error as Error).message}. Choose another one for --keep.`,
    )
  }
}

function newState(is_local: boolean): State {
  return {
    format: FORMAT,
    secret: makeSecret(),
    is_local,
    bank_key: makeSecret(),
    bank_callback_secret: makeSecret(),
    bank_port: 0,
  }
}

async function readState(file: string): Promise<State> {
  const text = await readFile(file, 'utf8')
  const state = parse(text)
  if (state?.format === FORMAT) return state
  throw new UsageError(
    `${file} was not written by this version of Florin. Choose another folder for --keep.`,
  )
}

function parse(text: string): State | undefined {
  try {
    return JSON.parse(text) as State
  } catch {
    return undefined
  }
}

/** All or nothing: a sandbox that is killed meanwhile leaves the earlier state. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}
