// Pages for the customer's browser, and the switches for a server that runs as a process of its own.
import type { Armed, Armory } from './faults.ts'
import { decodeForm, textIn } from './form.ts'
import { complete } from './intents.ts'
import { pay } from './sessions.ts'
import { find, type Intent, secretOf, type Session, type World } from './state.ts'
import type { Postman } from './webhooks.ts'

export interface Page {
  readonly status: number
  readonly text: string
  readonly location?: string
}

export interface Switches {
  readonly world: World
  readonly faults: Armory
  readonly postman: Postman
  readonly violations: readonly string[]
}

type Visit = (switches: Switches, id: string, body: string) => Page

const ok = (text: string): Page => ({ status: 200, text })
const done: Page = { status: 204, text: '' }
const redirect = (location: string): Page => ({ status: 303, text: '', location })

const pages: Readonly<Record<string, Visit>> = {
  'GET _log': ({ world }) => ok(JSON.stringify(world.effects)),
  'GET _violations': ({ violations }) => ok(JSON.stringify(violations)),
  'POST _faults': ({ faults }, _, body) => {
    const { fault, ...where } = JSON.parse(body) as Armed
    faults.arm(fault, where)
    return done
  },
  'DELETE _faults': ({ faults }) => {
    faults.disarm()
    return done
  },
  'POST _flush': ({ postman }) => {
    void postman.flush()
    return done
  },
  'POST _webhooks': ({ postman }, _, body) => {
    postman.configure(JSON.parse(body) as Parameters<Postman['configure']>[0])
    return done
  },
  'GET _pages': () => ok(html('Confirm', button('well', 'Complete') + button('badly', 'Fail'))),
  'POST _pages': ({ world }, id, body) => {
    const intent = world.objects.get(id) as Intent
    complete(world, intent, decodeForm(body)['went'] === 'badly' ? 'badly' : 'well')
    const back = new URL(secretOf(world, id).return_url ?? world.base())
    back.searchParams.set(intent.object, id)
    return redirect(back.href)
  },
  'GET _checkout': () => ok(html('Pay', `${CARD}<button>Pay</button>`)),
  'POST _checkout': ({ world }, id, body) => {
    const session = find<Session>(world, id, 'checkout.session')
    const number = textIn(decodeForm(body), 'number') ?? ''
    const went = pay(world, session, number.replaceAll(' ', ''))
    if (went === 'complete') return redirect(session.success_url)
    return ok(html('Your card was declined', `${CARD}<button>Pay</button>`))
  },
}

/** Undefined for a path of the API. */
export function visit(switches: Switches, method: string, path: string, body: string) {
  const [, area = '', id = ''] = path.split('/')
  if (!area.startsWith('_')) return undefined
  return pages[`${method} ${area}`]?.(switches, id, body) ?? { status: 404, text: '' }
}

const CARD = '<input name="number" aria-label="Card number" autocomplete="off">'

function button(went: string, text: string): string {
  return `<button name="went" value="${went}">${text}</button>`
}

function html(title: string, fields: string): string {
  const head = `<meta charset="utf-8"><title>${title}</title>`
  const form = `<form method="post">${fields}</form>`
  return `<!doctype html><html lang="en">${head}<h1>${title}</h1>${form}</html>`
}
