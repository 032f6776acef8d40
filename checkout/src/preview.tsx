// The script of the payment page's preview. The dashboard sends the settings of a link; the page shows them, inert.
import { render } from 'preact'
import type { PageData } from '@florin/pages/contract.ts'
import type { PageSetup } from '@florin/pages/payment_setup.ts'
import { Checkout } from './checkout.tsx'
import { Closed } from './closed.tsx'
import { readJson } from './read_json.ts'
import { Summary } from './summary.tsx'

interface Message {
  readonly page: PageData
  readonly colors: string
}

const root = document.querySelector('#app')
const setup = readJson('florin-setup') as PageSetup
const colors = new CSSStyleSheet()
document.adoptedStyleSheets = [colors]
root?.setAttribute('inert', '')

let shown = 0

addEventListener('message', ({ origin, source, data }: MessageEvent<Message>) => {
  if (origin !== location.origin || source !== parent || root === null) return
  colors.replaceSync(data.colors)
  const parts = { Summary, Closed }
  // Each draft begins with a new form.
  render(<Checkout key={++shown} data={data.page} setup={setup} parts={parts} />, root)
})

parent.postMessage('ready', location.origin)
