import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import {
  addToRecording,
  createRecording,
  measureCodec,
  mergeTables,
  readTableSizes,
  type CodecSize,
  type TableSize,
} from './tables-store.ts'

/** Measures the store of a server that has been stopped. */
export interface MeasureTask {
  readonly dataDirectory: string
  /** Directory with CSV recordings, or null. */
  readonly recordings: string | null
}

export interface Measured {
  readonly asLeft: readonly TableSize[]
  readonly merged: readonly TableSize[]
  readonly codecs: readonly CodecSize[]
  readonly recordings: { readonly values: number; readonly codecs: readonly CodecSize[] } | null
}

const codecs = [
  'ZSTD(1)',
  'Delta(8), ZSTD(6)',
  'Delta(8), ZSTD(8)',
  'Gorilla, ZSTD(1)',
  'FPC, ZSTD(1)',
  'ALP, ZSTD(1)',
]

async function measureAll(telemetry: Telemetry, source: string): Promise<CodecSize[]> {
  const sizes: CodecSize[] = []
  for (const codec of codecs) sizes.push(await measureCodec(telemetry, codec, source))
  return sizes
}

/** Readings of every file: the first column is the time, each other one a sensor. */
async function loadRecordings(telemetry: Telemetry, directory: string): Promise<number> {
  await createRecording(telemetry)
  let values = 0
  let firstSensor = 1
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.csv'))) {
    const [head = '', ...rows] = readFileSync(join(directory, file), 'utf8').trim().split('\n')
    let lines = ''
    for (const row of rows) {
      const [moment = '', ...cells] = row.trim().split(';')
      const seconds = Date.parse(`${moment.replace(' ', 'T')}Z`) / 1000
      cells.forEach((cell, index) => {
        if (cell === '' || Number.isNaN(seconds)) return
        lines += `${firstSensor + index}\t${seconds.toFixed(3)}\t${cell}\t0\n`
        values++
      })
    }
    if (lines !== '') await addToRecording(telemetry, lines)
    firstSensor += head.split(';').length
  }
  return values
}

const [task] = (await once(process, 'message')) as [MeasureTask]
const telemetry = openTelemetry({ directory: join(task.dataDirectory, 'clickhouse') })
const asLeft = await readTableSizes(telemetry)
await mergeTables(telemetry)
const measured: Measured = {
  asLeft,
  merged: await readTableSizes(telemetry),
  codecs: await measureAll(telemetry, 'numeric_readings'),
  recordings:
    task.recordings === null
      ? null
      : {
          values: await loadRecordings(telemetry, task.recordings),
          codecs: await measureAll(telemetry, 'recording'),
        },
}
await telemetry.close()
process.send?.(measured)
process.disconnect()
