// A port that another program listens on.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface TakenPort extends AsyncDisposable {
  readonly port: string
}

/** `answer` is called for each connection. */
export async function takePort(answer: (socket: Socket) => void = () => {}): Promise<TakenPort> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: String((server.address() as AddressInfo).port),
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
