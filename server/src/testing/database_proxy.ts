// A TCP proxy in front of PostgreSQL for network faults: connections that freeze without a reset, that are cut,
// refused or slow. Bytes sent to a frozen connection are delivered when it thaws, as late packets are.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Both directions, or one: with its answers frozen PostgreSQL executes statements, and the results never arrive. */
export type Frozen = 'both' | 'statements' | 'answers'

class Link {
  readonly client: Socket
  readonly server: Socket
  private frozen: Frozen | undefined

  constructor(client: Socket, server: Socket, delay_ms: () => number) {
    this.client = client
    this.server = server
    forward(client, server, delay_ms)
    forward(server, client, delay_ms)
    client.on('close', () => this.frozen ?? server.destroy())
    server.on('close', () => this.frozen ?? client.destroy())
  }

  get isFrozen(): boolean {
    return this.frozen !== undefined
  }

  freeze(what: Frozen): void {
    this.frozen = what
    if (what !== 'statements') this.server.pause()
    if (what !== 'answers') this.client.pause()
  }

  thaw(): void {
    if (this.frozen === undefined) return
    this.frozen = undefined
    this.server.resume()
    this.client.resume()
    if (this.client.destroyed) this.server.end()
    if (this.server.destroyed) this.client.destroy()
  }

  cut(): void {
    this.frozen = undefined
    reset(this.client)
    reset(this.server)
  }
}

/** While a socket is being shut down, Node 24 cannot reset it: it would stay open, and the process would never exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}

/** In order, even if the delay changes while bytes wait. */
function forward(from: Socket, to: Socket, delay_ms: () => number): void {
  let turn: Promise<unknown> = Promise.resolve()
  const later = (act: () => void) => {
    const ms = delay_ms()
    const delay = ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined
    turn = turn.then(() => delay).then(act)
  }
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => undefined)
}

export class DatabaseProxy implements AsyncDisposable {
  /** For DATABASE_URL. */
  readonly url: string
  /** Added to every packet, each way; may be changed at any time. */
  delay_ms = 0
  /** Number of connections opened so far. */
  opened = 0
  private readonly listener: Server
  private readonly links = new Set<Link>()
  private is_refusing = false
  private new_links: Frozen | undefined

  private constructor(listener: Server, target: URL) {
    const { port } = listener.address() as AddressInfo
    const url = new URL(target)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    this.url = url.href
    this.listener = listener
    listener.on('connection', (client: Socket) => this.accept(client, target))
  }

  static async start(target: string): Promise<DatabaseProxy> {
    const listener = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return new DatabaseProxy(listener, new URL(target))
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.links.size
  }

  /** Freezes every open connection. New ones work, unless `new_ones` asks otherwise. */
  freezeAll(what: Frozen = 'both', { new_ones = false }: { new_ones?: boolean } = {}): void {
    for (const link of this.links) link.freeze(what)
    if (new_ones) this.new_links = what
  }

  /** Freezes the oldest connection that is not frozen yet. */
  freezeOne(what: Frozen = 'both'): void {
    const link = [...this.links].find((each) => !each.isFrozen)
    if (link === undefined) throw new Error('there is no open connection to freeze')
    link.freeze(what)
  }

  /** Frozen connections go on, with all that was sent on them meanwhile. */
  thaw(): void {
    this.new_links = undefined
    for (const link of this.links) link.thaw()
  }

  /** Resets every open connection, frozen or not. */
  cutAll(): void {
    for (const link of this.links) link.cut()
  }

  /** Resets every new connection, until `refuse(false)`; the open ones stay. */
  refuse(is_refusing = true): void {
    this.is_refusing = is_refusing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.refuse()
    this.cutAll()
    this.listener.close()
    await once(this.listener, 'close')
  }

  private accept(client: Socket, target: URL): void {
    client.on('error', () => undefined)
    if (this.is_refusing) return void client.resetAndDestroy()
    this.opened++
    const server = connect({
      port: Number(target.port || 5432),
      host: target.hostname,
      allowHalfOpen: true,
    })
    const link = new Link(client, server, () => this.delay_ms)
    this.links.add(link)
    const evict = () => client.destroyed && server.destroyed && this.links.delete(link)
    client.on('close', evict)
    server.on('close', evict)
    if (this.new_links !== undefined) link.freeze(this.new_links)
  }
}
