import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/peers/free-port.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import { fields } from './bodies.ts'

/** Another store of measurements, of the operating system's packages. */
export interface Reference {
  readonly name: string
  /** What has to be installed. */
  readonly debianPackage: string
  /** What its answer to a request says about where the readings are. */
  readonly promise: string
  start(context: BenchmarkContext): Promise<RunningReference>
}

export interface RunningReference {
  readonly pid: number
  readonly writeUrl: string
  /** How many readings it has. */
  countReadings(): Promise<number>
}

/** Starts the program, which ends with the benchmark; null: it is not installed. */
async function startProgram(
  context: BenchmarkContext,
  command: string,
  options: readonly string[],
  pingUrl: string,
): Promise<number> {
  const program = spawn(command, options, { stdio: 'ignore' })
  await once(program, 'spawn')
  const ended = once(program, 'exit')
  context.atEnd(async () => {
    program.kill()
    await ended
  })
  await eventually(`${command} answers`, () =>
    fetch(pingUrl).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return program.pid ?? 0
}

async function json(url: string): Promise<unknown> {
  return (await fetch(url, { method: 'POST' })).json()
}

const influx: Reference = {
  name: 'InfluxDB',
  debianPackage: 'influxdb',
  promise: 'written and synced',
  async start(context) {
    const directory = context.directory()
    const url = `http://127.0.0.1:${await freePort()}`
    const configuration = join(directory, 'influxdb.conf')
    writeFileSync(configuration, influxConfiguration(directory, new URL(url).host))
    const pid = await startProgram(context, 'influxd', ['-config', configuration], `${url}/ping`)
    await json(`${url}/query?q=CREATE+DATABASE+bench`)
    return {
      pid,
      writeUrl: `${url}/write?db=bench`,
      async countReadings() {
        const question = encodeURIComponent('SELECT count(*) FROM press')
        const answer = await json(`${url}/query?db=bench&q=${question}`)
        const [row = []] = (answer as InfluxAnswer).results[0]?.series?.[0]?.values ?? []
        return row.slice(1, fields + 1).reduce((sum: number, count) => sum + Number(count), 0)
      },
    }
  },
}

interface InfluxAnswer {
  readonly results: readonly {
    readonly series?: readonly { readonly values: readonly (readonly unknown[])[] }[]
  }[]
}

function influxConfiguration(directory: string, address: string): string {
  return `reporting-disabled = true
bind-address = "127.0.0.1:0"
[meta]
  dir = "${directory}/meta"
[data]
  dir = "${directory}/data"
  wal-dir = "${directory}/wal"
[http]
  bind-address = "${address}"
  log-enabled = false
  max-body-size = 0
[monitor]
  store-enabled = false
[logging]
  level = "error"
`
}

const victoriaMetrics: Reference = {
  name: 'VictoriaMetrics',
  debianPackage: 'victoria-metrics',
  promise: 'in memory',
  async start(context) {
    const address = `127.0.0.1:${await freePort()}`
    const url = `http://${address}`
    const options = [
      `-storageDataPath=${context.directory()}`,
      `-httpListenAddr=${address}`,
      '-search.latencyOffset=0s',
      // More than the year of "queries", which its limits would refuse.
      ...['-retentionPeriod=2y', '-search.maxSamplesPerSeries=100000000'],
      '-loggerLevel=ERROR',
    ]
    const pid = await startProgram(context, 'victoria-metrics', options, `${url}/health`)
    return {
      pid,
      writeUrl: `${url}/write`,
      async countReadings() {
        await fetch(`${url}/internal/force_flush`)
        // The last times may be ahead of the clock.
        const time = Math.ceil(Date.now() / 1000) + 1_800
        const question = encodeURIComponent('sum(count_over_time({__name__=~"press_.*"}[2h]))')
        const answer = await json(`${url}/api/v1/query?nocache=1&time=${time}&query=${question}`)
        return Number((answer as VictoriaAnswer).data.result[0]?.value[1] ?? 0)
      },
    }
  },
}

interface VictoriaAnswer {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
}

export const references: readonly Reference[] = [influx, victoriaMetrics]
