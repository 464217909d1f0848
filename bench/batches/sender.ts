import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { smallRandom } from '../kit/random.ts'
import type { Credential } from '../kit/server.ts'
import { spreadOf, type Spread } from '../kit/statistics.ts'
import { Body, readingsOfBody, timesOfBody, type Format } from './bodies.ts'

/** Asks for one run of the sender: as fast as answers come back. */
export interface SendTask {
  readonly url: string
  readonly format: Format
  /** Each has a connection of its own, with one request under way. */
  readonly gateways: readonly Credential[]
  readonly seconds: number
}

export interface SendResult {
  readonly acknowledgedReadings: number
  /** Over the time from the first request to the last answer. */
  readonly readingsPerSecond: number
  /** ms from the request to its answer. */
  readonly latency: Spread
  /** Bytes of one request. */
  readonly bodyBytes: number
  readonly processorShare: number
}

/** One gateway with a connection of its own. */
class Gateway {
  readonly body: Body
  readonly #task: SendTask
  readonly #credential: Credential
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #nextTime = 0

  constructor(task: SendTask, credential: Credential) {
    this.#task = task
    this.#credential = credential
    this.body = new Body(task.format, credential.lesiId)
  }

  /** Sends one body; rejects when it is not taken. */
  async send(random: () => number): Promise<void> {
    const time = Math.max(Date.now() - timesOfBody, this.#nextTime)
    this.#nextTime = time + timesOfBody
    this.body.fill(time, random)
    const { lesiId, token } = this.#credential
    const sent = request(this.#task.url, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Basic ${Buffer.from(`${lesiId}:${token}`).toString('base64')}`,
        'content-type': this.#task.format === 'JSON' ? 'application/json' : 'text/plain',
        'content-length': this.body.bytes.length,
      },
    })
    sent.end(this.body.bytes)
    const [answer] = await once(sent, 'response')
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text.slice(0, 200)}`)
  }

  close(): void {
    this.#agent.destroy()
  }
}

async function run(task: SendTask): Promise<SendResult> {
  const gateways = task.gateways.map((credential) => new Gateway(task, credential))
  const random = smallRandom(1)
  // With the first request the sensors are added, which is not measured.
  await Promise.all(gateways.map((gateway) => gateway.send(random)))
  const latencies: number[] = []
  const begin = performance.now()
  const processor = process.cpuUsage()
  await Promise.all(
    gateways.map(async (gateway) => {
      while (performance.now() - begin < task.seconds * 1000) {
        const sentAt = performance.now()
        await gateway.send(random)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(processor)
  for (const gateway of gateways) gateway.close()
  return {
    acknowledgedReadings: (latencies.length + gateways.length) * readingsOfBody,
    readingsPerSecond: (latencies.length * readingsOfBody) / seconds,
    latency: spreadOf(latencies),
    bodyBytes: gateways[0]?.body.bytes.length ?? 0,
    processorShare: (user + system) / 1e6 / seconds,
  }
}

const [task] = (await once(process, 'message')) as [SendTask]
process.on('disconnect', () => process.exit(1))
process.send?.(await run(task))
