import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { PublishOrder, PublishResult } from '../ingest/publisher.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { median } from '../kit/statistics.ts'

const publisher = join(import.meta.dirname, '..', 'ingest', 'publisher.ts')
const connections = 50
const valuesPerMessage = 200
const rounds = 3

/** The last digit of a key: every third kind is a rate of change. No value reaches them. */
const digits = [...'0123456789']
const ruleOf = (digit: string, index: number) => ({
  ...{ name: `Keys that end in ${digit}`, isEnabled: true, priority: 2, deadband: 1 },
  ...{ onDelayMs: 0, offDelayMs: 0, isLatching: false, message: {}, hours: [], suppressedBy: [] },
  target: { kind: 'pattern', type: null, product: '', tag: `k*${digit}` },
  condition:
    index % 4 === 0
      ? { kind: 'rate', direction: 'rise', change: 1_000, withinMs: 60_000 }
      : { kind: 'limit', level: 'high', limit: 1_000 },
})

/**
 * What ingest loses by the evaluation of 10,000 sensors that have a rule each: as fast as it goes,
 * without and with the rules in turns.
 */
export async function measureIngestLoss(context: BenchmarkContext): Promise<readonly Figure[]> {
  const { options, report } = context
  const server = await startBenchServer(context, newDataDirectory(context))
  const devices = await addDevices(server, connections)
  await addPerson(server)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  const publish = async (): Promise<number> => {
    const order: PublishOrder = {
      ...{ host: '127.0.0.1', port: Number(new URL(server.mqttUrl).port), devices },
      ...{ valuesPerMessage, window: 8, seconds: options.seconds, messagesPerSecond: null },
      record: null,
    }
    const { messagesPerSecond } = await runProgram<PublishResult>(publisher, order)
    return messagesPerSecond * valuesPerMessage
  }
  report('the sensors come')
  await publish()
  const [without, held]: [number[], number[]] = [[], []]
  let points = 0
  for (let round = 0; round < rounds; round++) {
    without.push(await publish())
    const ids: number[] = []
    points = 0
    for (const rule of digits.map(ruleOf)) {
      const { data } = await session.json<{ data: { id: number; points: number } }>(
        ...(['POST', '/api/alarm-rules', rule] as const),
      )
      ids.push(data.id)
      points += data.points
    }
    held.push(await publish())
    for (const id of ids) await session.json('DELETE', `/api/alarm-rules/${id}`)
    const rounded = (rates: readonly number[]) => rates.map(Math.round).join(', ')
    report(`readings/s: ${rounded(without)} without, ${rounded(held)} with`)
  }
  const remark = `median of ${rounds} runs of ${options.seconds} s in turns`
  return [
    { name: 'ingest without rules', value: median(without), unit: 'readings/s', remark },
    { name: `ingest with ${points} rules`, value: median(held), unit: 'readings/s', remark },
    {
      ...{ name: 'ingest that the rules take', value: 100 * (1 - median(held) / median(without)) },
      ...{ unit: '%', target: { atMost: 15 } },
    },
  ]
}
