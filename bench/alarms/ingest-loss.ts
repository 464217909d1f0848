import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { PublishTask, PublishResult } from '../ingest/publisher.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { mainThreadSeconds } from '../kit/processes.ts'
import { runProgram } from '../kit/program.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { median } from '../kit/statistics.ts'

const publisher = join(import.meta.dirname, '..', 'ingest', 'publisher.ts')
const connections = 50
const valuesPerMessage = 200
const rounds = 5

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

/** How a run went: readings a second, and the server's main thread for each of them. */
interface Run {
  readonly rate: number
  readonly nanoseconds: number
}

/**
 * What ingest loses by the evaluation of 10,000 sensors that have a rule each: as fast as it goes,
 * without and with the rules in turns. What else runs on the machine changes how fast that is, but
 * hardly how long the server's main thread, which limits it, works for a reading.
 */
export async function measureIngestLoss(context: BenchmarkContext): Promise<readonly Figure[]> {
  const { options, report } = context
  const server = await startBenchServer(context, newDataDirectory(context))
  const devices = await addDevices(server, connections)
  await addPerson(server)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  const publish = async (): Promise<Run> => {
    const task: PublishTask = {
      ...{ host: '127.0.0.1', port: Number(new URL(server.mqttUrl).port), devices },
      ...{ valuesPerMessage, window: 8, seconds: options.seconds, messagesPerSecond: null },
      record: null,
    }
    const before = mainThreadSeconds(server.pid)
    const result = await runProgram<PublishResult>(publisher, task)
    const seconds = mainThreadSeconds(server.pid) - before
    return {
      rate: result.messagesPerSecond * valuesPerMessage,
      nanoseconds: (seconds * 1e9) / (result.acknowledgedMessages * valuesPerMessage),
    }
  }
  report('the sensors come')
  await publish()
  const [without, held]: [Run[], Run[]] = [[], []]
  let points = 0
  for (let round = 0; round < rounds; round++) {
    without.push(await publish())
    const rules = await addRules(session)
    ;({ points } = rules)
    held.push(await publish())
    for (const id of rules.ids) await session.json('DELETE', `/api/alarm-rules/${id}`)
    const last = (runs: readonly Run[]) => {
      const { rate = 0, nanoseconds = 0 } = runs.at(-1) ?? {}
      return `${Math.round(rate)}/s, ${Math.round(nanoseconds)} ns of the main thread`
    }
    report(`${last(without)} without; ${last(held)} with`)
  }
  return figuresOf(
    without,
    held,
    `median of ${rounds} runs of ${options.seconds} s in turns`,
    points,
  )
}

async function addRules(session: BrowserSession): Promise<{ ids: number[]; points: number }> {
  const ids: number[] = []
  let points = 0
  for (const rule of digits.map(ruleOf)) {
    const { data } = await session.json<{ data: { id: number; points: number } }>(
      ...(['POST', '/api/alarm-rules', rule] as const),
    )
    ids.push(data.id)
    points += data.points
  }
  return { ids, points }
}

function figuresOf(
  without: readonly Run[],
  held: readonly Run[],
  remark: string,
  points: number,
): readonly Figure[] {
  const rate = (runs: readonly Run[]) => median(runs.map((run) => run.rate))
  const nanoseconds = (runs: readonly Run[]) => median(runs.map((run) => run.nanoseconds))
  const share = 100 * (1 - nanoseconds(without) / nanoseconds(held))
  return [
    { name: 'ingest without rules', value: rate(without), unit: 'readings/s', remark },
    { name: `ingest with ${points} rules`, value: rate(held), unit: 'readings/s', remark },
    {
      ...{ name: 'ingest that the rules take', value: 100 * (1 - rate(held) / rate(without)) },
      ...{ unit: '%', target: { atMost: 15 } },
    },
    {
      ...{ name: 'the main thread’s work that the rules are', value: share, unit: '%' },
      ...{ target: { atMost: 15 } },
      remark:
        `${Math.round(nanoseconds(without))} ns a reading without them, ` +
        `${Math.round(nanoseconds(held))} with`,
    },
  ]
}
