import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServerProcess } from '#testing/peers/server-process.ts'
import type { Benchmark } from '../kit/benchmark.ts'
import { demoData } from '../kit/demo-data.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import { newDataDirectory } from '../kit/server.ts'
import { spreadOf } from '../kit/statistics.ts'
import type { Measured, MeasureTask } from './measure-tables.ts'
import type { CodecSize, TableSize } from './tables-store.ts'

const isReadings = ({ table }: TableSize) => table.endsWith('_readings')
const total = (sizes: readonly TableSize[], field: 'rows' | 'bytes' | 'parts') =>
  sizes.reduce((sum, size) => sum + size[field], 0)

function tableFigures(state: string, sizes: readonly TableSize[]): Figure[] {
  const readings = total(sizes.filter(isReadings), 'rows')
  const each = sizes.map((size): Figure => {
    const remark =
      `${size.rows} rows ` +
      `in ${size.parts} parts, ${(size.bytes / size.rows).toFixed(2)} bytes a row`
    return {
      name: `${state}: ${size.table}`,
      value: size.bytes / readings,
      unit: 'bytes/reading',
      remark,
    }
  })
  const all = total(sizes, 'bytes') / readings
  const raw = total(sizes.filter(isReadings), 'bytes') / readings
  return [
    ...each,
    {
      name: `${state}: readings`,
      value: raw,
      unit: 'bytes/reading',
      target: { atMost: 1.2 },
      remark: `${readings} readings`,
    },
    {
      name: `${state}: readings and rollups`,
      value: all,
      unit: 'bytes/reading',
      target: { atMost: 2.5 },
    },
  ]
}

function codecFigures(what: string, sizes: readonly CodecSize[]): Figure[] {
  return sizes.map(({ codec, valueBytes, rowBytes }) => ({
    name: `${what}, ${codec}`,
    value: valueBytes,
    unit: 'bytes/value',
    remark: `whole row ${rowBytes.toFixed(2)}`,
  }))
}

function diskBytes(directory: string): number {
  return Number(
    execFileSync('du', ['-s', '--block-size=1', directory], { encoding: 'utf8' }).split('\t')[0],
  )
}

/** So long the directory of a server that runs is looked at, once a second. */
const watchedSeconds = 90

/**
 * Bytes of the engine's directory while a server runs on it, each second: merges write anew what
 * they then remove.
 */
async function sizesWhileRunning(dataDirectory: string): Promise<number[]> {
  const server = await startServerProcess({ WARROOM_DATA: dataDirectory, DEMO: 'on' })
  const sizes: number[] = []
  for (let second = 0; second < watchedSeconds; second++) {
    await delay(1_000)
    sizes.push(diskBytes(join(dataDirectory, 'clickhouse')))
  }
  await server.stop()
  return sizes
}

export const storage: Benchmark = {
  name: 'storage',
  summary: 'bytes for each reading, and what other codecs would take',
  async run(context) {
    const demo = await demoData(context.report)
    const { recordings } = context.options
    // Merging would change what the other benchmarks start from.
    const dataDirectory = newDataDirectory(context)
    cpSync(join(demo.dataDirectory, 'clickhouse'), join(dataDirectory, 'clickhouse'), {
      recursive: true,
    })
    const task: MeasureTask = {
      dataDirectory,
      recordings: recordings === null ? null : resolve(recordings),
    }
    const onDisk = diskBytes(join(demo.dataDirectory, 'clickhouse'))
    context.report(`the directory of a server that runs, for ${watchedSeconds} s`)
    const running = spreadOf(await sizesWhileRunning(demo.dataDirectory))
    context.report('merging, and storing the readings with other codecs')
    const measured = await runProgram<Measured>(
      join(import.meta.dirname, 'measure-tables.ts'),
      task,
    )
    const readings = total(measured.asLeft.filter(isReadings), 'rows')
    const recorded = measured.recordings
    return [
      {
        name: 'back-fill of 30 days',
        value: demo.backfillSeconds,
        unit: 's',
        target: { atMost: 60 },
        remark: `${demo.readings} readings`,
      },
      ...tableFigures('after the back-fill', measured.asLeft),
      {
        name: 'after the back-fill: directory on disk',
        value: onDisk / readings,
        unit: 'bytes/reading',
        remark: 'as its end left it, with parts that were not removed yet',
      },
      {
        name: 'while a server runs on it: directory on disk',
        value: running.p50 / readings,
        unit: 'bytes/reading',
        target: { atMost: (2 * total(measured.asLeft, 'bytes')) / readings },
        remark:
          `median of ${running.count} s, the most ${(running.max / readings).toFixed(2)}; with ` +
          'parts not yet removed and what the engine logs; at most twice the data',
      },
      ...tableFigures('merged', measured.merged),
      ...codecFigures('demo plant', measured.codecs),
      ...(recorded ? codecFigures(`recordings (${recorded.values} values)`, recorded.codecs) : []),
    ]
  },
}
