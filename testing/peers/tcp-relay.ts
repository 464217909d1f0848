import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** Stands between a client and a server, and can cut the line between them. */
export class TcpRelay {
  readonly port: number
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server: ReturnType<typeof createServer>

  private constructor(server: ReturnType<typeof createServer>, target: number) {
    this.#server = server
    this.#target = target
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (client: Socket) => this.#relay(client))
  }

  static async to(target: number): Promise<TcpRelay> {
    const server = createServer().listen(await freePort(), '127.0.0.1')
    await once(server, 'listening')
    return new TcpRelay(server, target)
  }

  /** Ends every connection; new ones are refused. */
  cut(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Resolves when connections are taken again. */
  async repair(): Promise<void> {
    this.#server = createServer((client) => this.#relay(client)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  #relay(client: Socket): void {
    const upstream = connect(this.#target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
