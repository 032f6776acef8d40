// The network between the machines: every path has a toxiproxy port, and can be cut as a partition does. Nothing gets
// through a path that is cut, in either direction, and no connection is closed.
import type { ProcessControl } from '#testing/process_control.ts'
import { freePort } from '../support/free_port.ts'
import { responds, startProgram } from './program.ts'

const DIRECTIONS = ['upstream', 'downstream'] as const

export class Network implements AsyncDisposable {
  private readonly api: string
  private readonly process: ProcessControl
  private readonly cut_paths = new Set<string>()

  private constructor(api: string, process: ProcessControl) {
    this.api = api
    this.process = process
  }

  static async start(toxiproxy: string, folder: string): Promise<Network> {
    const port = await freePort()
    const api = `http://127.0.0.1:${port}`
    const process = await startProgram({
      folder,
      name: 'toxiproxy',
      program: toxiproxy,
      args: ['-host', '127.0.0.1', '-port', String(port)],
      isReady: () => responds(`${api}/proxies`),
    })
    return new Network(api, process)
  }

  /** A port that leads to the server's port, until the path is cut. */
  async path(name: string, server_port: number): Promise<number> {
    const port = await freePort()
    const listen = `127.0.0.1:${port}`
    await this.call('POST', '/proxies', { name, listen, upstream: `127.0.0.1:${server_port}` })
    return port
  }

  async cut(...paths: readonly string[]): Promise<void> {
    for (const path of paths) this.cut_paths.add(path)
    await Promise.all(
      paths.flatMap((path) =>
        DIRECTIONS.map((stream) =>
          this.call('POST', `/proxies/${path}/toxics`, {
            name: stream,
            type: 'timeout',
            stream,
            attributes: { timeout: 0 },
          }),
        ),
      ),
    )
  }

  /** Connections that were cut are closed, and new ones work. */
  async heal(): Promise<void> {
    const paths = [...this.cut_paths]
    this.cut_paths.clear()
    await Promise.all(
      paths.flatMap((path) =>
        DIRECTIONS.map((name) => this.call('DELETE', `/proxies/${path}/toxics/${name}`)),
      ),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]()
  }

  private async call(method: string, path: string, body?: object): Promise<void> {
    const sent = body && { body: JSON.stringify(body) }
    const answer = await fetch(this.api + path, { method, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`toxiproxy refused ${method} ${path}: ${text}`)
  }
}
