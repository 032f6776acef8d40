// The page around the frame, as far as the frame talks to it.
import { type FromFrame, type Opening, PROTOCOL, type ToFrame } from './protocol.ts'

export interface Parent {
  readonly opening: Opening
  readonly post: (message: FromFrame) => void
  readonly listen: (listener: (message: ToFrame) => void) => void
}

/**
 * Resolves with the first opening that comes from the page that embeds this frame and knows its nonce. From then on
 * the port is the only way in and out, and no other message is looked at.
 */
export function awaitParent(nonce: string): Promise<Parent> {
  return new Promise((resolve) => {
    const listener = ({ source, data, ports }: MessageEvent<unknown>) => {
      const [port] = ports
      if (source !== parent || port === undefined || !isOpening(data, nonce)) return
      removeEventListener('message', listener)
      resolve({
        opening: data,
        post: (message) => port.postMessage(message),
        listen: (handle) => {
          port.addEventListener('message', ({ data: sent }: MessageEvent<ToFrame>) => handle(sent))
          port.start()
        },
      })
    }
    addEventListener('message', listener)
  })
}

function isOpening(data: unknown, nonce: string): data is Opening {
  const { florin, nonce: sent } = Object(data) as Partial<Opening>
  return nonce !== '' && sent === nonce && florin === PROTOCOL
}
