import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connectPacket } from '../ingest/packets.ts'
import { smallRandom } from '../kit/random.ts'
import { birth, DataTemplate } from './payloads.ts'

/** Asks for one run of edge nodes: as fast as the broker reads. */
export interface NodesTask {
  readonly host: string
  readonly port: number
  readonly group: string
  /** Names of the nodes, and the credentials of each. */
  readonly nodes: readonly {
    readonly name: string
    readonly lesiId: string
    readonly token: string
  }[]
  readonly metricsPerMessage: number
  readonly seconds: number
}

export interface NodesResult {
  /** Messages of data; each node's birth has as many metrics, and comes before. */
  readonly sentMessages: number
  /** From the first message of data until the broker had read the last byte, ms. */
  readonly sendingMs: number
  /** ms UTC of the first message of data. */
  readonly beganAt: number
  readonly processorShare: number
}

/** Messages that one node writes at once, and bytes that may wait for the broker to read. */
const messagesAtOnce = 16
const maximumUnreadBytes = 64 * 1024

class Node {
  readonly #socket: Socket
  readonly #template: DataTemplate
  readonly #task: NodesTask
  readonly #credential: NodesTask['nodes'][number]
  #sequence = 0
  #lastTime = 0
  sent = 0

  constructor(task: NodesTask, credential: NodesTask['nodes'][number]) {
    this.#task = task
    this.#credential = credential
    this.#socket = connect(task.port, task.host).setNoDelay(true)
    this.#template = new DataTemplate(task.group, credential.name, task.metricsPerMessage)
  }

  /** Signs in, and publishes the birth. */
  async open(): Promise<void> {
    const { name, lesiId, token } = this.#credential
    await once(this.#socket, 'connect')
    this.#socket.write(connectPacket(`node-${name}`, lesiId, token))
    const [answer] = (await once(this.#socket, 'data')) as [Buffer]
    if (answer[3] !== 0) throw new Error(`${lesiId} was refused with code ${answer[3]}`)
    // What the host sends is read and left.
    this.#socket.resume()
    this.#lastTime = Date.now()
    this.#socket.write(birth(this.#task.group, name, this.#task.metricsPerMessage, this.#lastTime))
  }

  /** Writes a few messages unless the broker has still to read those before. */
  write(random: () => number): void {
    if (this.#socket.destroyed) throw new Error(`the connection of ${this.#credential.name} ended`)
    if (this.#socket.writableLength > maximumUnreadBytes) return
    const messages = Array.from({ length: messagesAtOnce }, () => {
      this.#sequence = (this.#sequence + 1) % 256
      // A metric's readings must differ in time, or they would be the same reading.
      this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
      return this.#template.make(this.#lastTime, this.#sequence, random)
    })
    this.#socket.write(Buffer.concat(messages))
    this.sent += messages.length
  }

  /** Says that it goes; resolves when the broker has read everything and closed. */
  async close(): Promise<void> {
    const closed = once(this.#socket, 'close')
    const disconnect = Buffer.from([0xe0, 0])
    this.#socket.end(disconnect)
    await closed
  }
}

async function run(task: NodesTask): Promise<NodesResult> {
  const nodes = task.nodes.map((credential) => new Node(task, credential))
  await Promise.all(nodes.map((node) => node.open()))
  const random = smallRandom(1)
  const beganAt = Date.now()
  const begin = performance.now()
  const processor = process.cpuUsage()
  while (performance.now() - begin < task.seconds * 1000) {
    for (const node of nodes) node.write(random)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { user, system } = process.cpuUsage(processor)
  const processorShare = (user + system) / 1e3 / (performance.now() - begin)
  await Promise.all(nodes.map((node) => node.close()))
  return {
    sentMessages: nodes.reduce((sum, { sent }) => sum + sent, 0),
    sendingMs: performance.now() - begin,
    beganAt,
    processorShare,
  }
}

const [task] = (await once(process, 'message')) as [NodesTask]
process.on('disconnect', () => process.exit(1))
process.send?.(await run(task))
