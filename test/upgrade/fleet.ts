// Two apis and two workers, replaced one by one like a rolling restart, and a client that takes turns among the apis that
// report to be ready, like a load balancer.
import { Client } from '#testing/client.ts'
import { type Env, type Program, type RunningRole, startRole } from './program.ts'

const COPIES = 2
const POLL_MS = 50

interface Target {
  readonly api: RunningRole
  readonly client: Client
  is_ready: boolean
}

export class Fleet implements AsyncDisposable {
  private targets: Target[] = []
  private workers: RunningRole[] = []
  private turn = 0
  private readonly env: Env
  private readonly api_key: string
  private readonly timer = setInterval(() => void this.poll(), POLL_MS)
  /** Processes that did not exit with 0 after SIGTERM. */
  readonly unclean: string[] = []

  static async start(program: Program, env: Env, api_key: string): Promise<Fleet> {
    const fleet = new Fleet(env, api_key)
    for (let n = 0; n < COPIES; n++) {
      await fleet.addApi(program)
      fleet.workers.push(await startRole(program, 'worker', env))
    }
    return fleet
  }

  private constructor(env: Env, api_key: string) {
    this.env = env
    this.api_key = api_key
  }

  /** The ready apis, in turn. */
  client(): Client {
    const ready = this.targets.filter(({ is_ready }) => is_ready)
    const chosen = ready[this.turn++ % ready.length]
    if (chosen === undefined) throw new Error('no api is ready')
    return chosen.client
  }

  /** The releases that serve, for a report. */
  describe(): string {
    const names = [...this.targets.map(({ api }) => api), ...this.workers]
    return names.map(({ program }) => program.name).join(' ')
  }

  /** The new process starts first; then the oldest one from another release drains and stops. */
  async replaceApi(program: Program): Promise<void> {
    const [old] = this.targets.filter(({ api }) => api.program !== program)
    await this.addApi(program)
    if (old === undefined) return
    await this.end(old.api)
    this.targets = this.targets.filter((each) => each !== old)
  }

  async replaceWorker(program: Program): Promise<void> {
    const [old] = this.workers.filter((each) => each.program !== program)
    this.workers.push(await startRole(program, 'worker', this.env))
    if (old === undefined) return
    await this.end(old)
    this.workers = this.workers.filter((each) => each !== old)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.timer)
    const all = [...this.targets.map(({ api }) => api), ...this.workers]
    await Promise.all(all.map((each) => this.end(each)))
    this.targets = []
    this.workers = []
  }

  private async addApi(program: Program): Promise<void> {
    const api = await startRole(program, 'api', this.env)
    const client = new Client(`http://127.0.0.1:${api.port}`, this.api_key)
    this.targets.push({ api, client, is_ready: false })
  }

  private async end(role: RunningRole): Promise<void> {
    const code = await role.stop()
    if (code !== 0) this.unclean.push(`${role.program.name} exited with ${code}`)
  }

  private async poll(): Promise<void> {
    for (const target of this.targets) {
      const answer = await target.client.get('/health/ready').catch(() => undefined)
      target.is_ready = answer?.status === 200
    }
  }
}
