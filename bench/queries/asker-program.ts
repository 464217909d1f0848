import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { median } from '../kit/statistics.ts'

/** One request, asked again and again; its headers say who asks. */
export interface AskerTask {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface AskerAnswer {
  /** Median of the time until the last byte. */
  readonly ms: number
  readonly bytes: number
}

const times = 25
const warmUps = 5
/** Code that is run a hundred times a second is compiled after so long, ms. */
const warmUpMs = 1_000
/** For one question at one store. */
const maximumMs = 4_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** The bytes of an answer, which is read to its end and not kept. */
async function askOnce({ method, url, headers, body }: AskerTask): Promise<number> {
  const asked = request(url, { method, headers, agent })
  asked.end(body ?? undefined)
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  let bytes = 0
  reply.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
  })
  await once(reply, 'end')
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${String(reply.statusCode)}`)
  return bytes
}

/** Fewer times what takes long. */
async function askRepeatedly(task: AskerTask): Promise<AskerAnswer> {
  const timesMs: number[] = []
  let bytes = 0
  const start = performance.now()
  const until = start + maximumMs
  for (let index = 0; timesMs.length < times; index++) {
    const begin = performance.now()
    if (begin > until && timesMs.length > 0) break
    bytes = await askOnce(task)
    const isWarm = index >= warmUps && begin - start > warmUpMs
    if (isWarm || performance.now() > until) timesMs.push(performance.now() - begin)
  }
  return { ms: median(timesMs), bytes }
}

const [task] = (await once(process, 'message')) as [AskerTask]
const answer = await askRepeatedly(task)
process.send?.(answer, () => process.exit(0))
