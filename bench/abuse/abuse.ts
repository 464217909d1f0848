import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { spreadOf } from '../kit/statistics.ts'
import type { AbuseCase, AbuseScene } from './abuse-case.ts'
import type { AbuseAnswer, AbuseTask } from './abuser-program.ts'
import { abuseCases } from './cases/index.ts'
import { Observer, type Observations } from './observer.ts'

const mebibyte = 2 ** 20
const maximumSeconds = 20
const recoverySeconds = 60
/** Memory has fallen back when no more than this is left of the growth. */
const leftBytes = 64 * mebibyte
const abusers = 5
/**
 * After its start the server collects what the start has left, with a pause of 50 to 100 ms; the
 * space of new objects has its usual size again some seconds later.
 */
const settlingMs = 40_000

/** The cases of `--cases`, by the number of their defect; all without. */
function chosen(numbers: readonly number[] | null): readonly AbuseCase[] {
  return abuseCases.filter(({ number }) => numbers === null || numbers.includes(number))
}

export const abuse: Benchmark = {
  name: 'abuse',
  summary:
    'what a well-behaved device, a viewer and a small query meet with, and memory, while others ' +
    'take more than their share',
  async run(context) {
    const server = await startBenchServer(context, newDataDirectory(context))
    const [own, ...devices] = await addDevices(server, 1 + abusers)
    await addPerson(server)
    if (!own) throw new Error('no device')
    const scene: AbuseScene = { url: server.url, mqttUrl: server.mqttUrl, devices, person }
    const observer = await Observer.start(server, own)
    context.atEnd(() => observer.close())
    const seconds = Math.min(context.options.seconds, maximumSeconds)
    await delay(settlingMs)
    observer.take()
    context.report(`quiet for ${seconds} s`)
    await delay(seconds * 1000)
    const quiet = observer.take()
    const figures: Figure[] = quietFigures(quiet)
    for (const each of chosen(context.options.cases))
      figures.push(...(await measureCase(context, observer, scene, each, seconds, quiet)))
    return figures
  },
}

async function measureCase(
  { report }: BenchmarkContext,
  observer: Observer,
  scene: AbuseScene,
  { number, name }: AbuseCase,
  seconds: number,
  quiet: Observations,
): Promise<Figure[]> {
  report(`${number} ${name} for ${seconds} s`)
  const before = observer.residentBytes()
  observer.take()
  const task: AbuseTask = { name, seconds, scene }
  const { remark } = await runProgram<AbuseAnswer>(
    join(import.meta.dirname, 'abuser-program.ts'),
    task,
  )
  const observed = observer.take()
  const fallenAfter = await fallBack(observer, before + leftBytes)
  const left = observer.residentBytes() - before
  const label = `${number} ${name}`
  return [
    {
      name: `${label}: memory`,
      value: (observed.peakBytes - before) / mebibyte,
      unit: 'MiB more',
      target: { atMost: 256 },
      remark,
    },
    {
      name: `${label}: memory left`,
      value: left / mebibyte,
      unit: 'MiB',
      target: { atMost: leftBytes / mebibyte },
      remark: `${fallenAfter} s after the end`,
    },
    ...neighbourFigures(label, observed, quiet),
  ]
}

function quietFigures(quiet: Observations): Figure[] {
  const [acknowledged, shown, queried] = [
    spreadOf(quiet.acknowledged),
    spreadOf(quiet.shown),
    spreadOf(quiet.queried),
  ]
  return [
    {
      name: 'quiet: publish → PUBACK p99',
      value: acknowledged.p99,
      unit: 'ms',
      remark: `${acknowledged.count} messages`,
    },
    { name: 'quiet: publish → viewer p99', value: shown.p99, unit: 'ms' },
    {
      name: 'quiet: small query p99',
      value: queried.p99,
      unit: 'ms',
      remark: `${queried.count} queries`,
    },
  ]
}

function neighbourFigures(label: string, observed: Observations, quiet: Observations): Figure[] {
  const quietP99 = spreadOf(quiet.acknowledged).p99
  const acknowledged = spreadOf(observed.acknowledged)
  const shown = spreadOf(observed.shown)
  const queried = spreadOf(observed.queried)
  return [
    {
      name: `${label}: PUBACK p99`,
      value: acknowledged.p99,
      unit: 'ms',
      target: { atMost: 3 * quietP99 },
      remark:
        `p50 ${acknowledged.p50.toFixed(1)}, worst ${acknowledged.max.toFixed(0)} of ` +
        `${acknowledged.count}`,
    },
    {
      name: `${label}: viewer p99`,
      value: shown.p99,
      unit: 'ms',
      target: { atMost: 150 },
      remark: `p50 ${shown.p50.toFixed(1)}, worst ${shown.max.toFixed(0)}`,
    },
    {
      name: `${label}: small query p99`,
      value: queried.p99,
      unit: 'ms',
      target: { atMost: 200 },
      remark: `p50 ${queried.p50.toFixed(1)}, failed ${observed.failedQueries}/${queried.count}`,
    },
  ]
}

/** Waits until the server holds no more than `bytes`, but not for ever; seconds waited. */
async function fallBack(observer: Observer, bytes: number): Promise<number> {
  for (let second = 0; second < recoverySeconds; second++) {
    if (observer.residentBytes() <= bytes) return second
    await delay(1_000)
  }
  return recoverySeconds
}
