import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import { insertPlant } from '../catalogue/plant-store.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { compareStore } from '../kit/compare-store.ts'
import { openDatabase } from '../kit/database.ts'
import type { Figure } from '../kit/figures.ts'
import { memoryOf, processorSeconds, processTree } from '../kit/processes.ts'
import { ask, startProgram } from '../kit/program.ts'
import { newDataDirectory, startBenchServer, type BenchServer } from '../kit/server.ts'
import type { FleetTask, FleetState } from './devices-program.ts'

const intervalMs = 5_000
const valuesPerMessage = 10
const restarts = 2
const settleMs = 10_000
const maximumWaitMs = 120_000
const mebibyte = 2 ** 20

interface Memory {
  readonly bytes: number
  readonly parts: string
}

/** The server's process and those of its PostgreSQL, shared pages once; ClickHouse is inside. */
function memoryInAll(server: BenchServer): Memory {
  const processes = memoryOf(processTree(server.pid))
  const sum = (of: typeof processes) =>
    of.reduce((bytes, { proportionalBytes }) => bytes + proportionalBytes, 0)
  const [own, others] = [true, false].map((isServer) =>
    sum(processes.filter(({ pid }) => (pid === server.pid) === isServer)),
  )
  const inMebibytes = (bytes = 0) => (bytes / mebibyte).toFixed(0)
  return {
    bytes: sum(processes),
    parts:
      `server with ClickHouse ${inMebibytes(own)}, ${processes.length - 1} processes of ` +
      `PostgreSQL ${inMebibytes(others)}`,
  }
}

/** A server that has the devices, and nothing connected to it. */
async function startWithDevices(context: BenchmarkContext): Promise<BenchServer> {
  const { devices } = context.options
  const dataDirectory = newDataDirectory(context)
  const first = await startBenchServer(context, dataDirectory)
  const database = openDatabase(dataDirectory)
  await insertPlant(database, { devices, sensorsEach: valuesPerMessage, bound: 0, email: '' })
  await database.destroy()
  await first.stop()
  return startBenchServer(context, dataDirectory)
}

function orderFor(server: BenchServer, devices: number): FleetTask {
  return {
    mqttUrl: server.mqttUrl.replace('localhost', '127.0.0.1'),
    devices: Array.from({ length: devices }, (_, index) => ({
      lesiId: `plant-${String(index + 1).padStart(6, '0')}`,
      token: String(index + 1),
    })),
    intervalMs,
    valuesPerMessage,
  }
}

const stateOf = (fleet: ChildProcess) => ask<FleetState>(fleet, {})
const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Ends the server, as an upgrade does, or kills it; and starts it again on the same ports. */
async function measureRestart(
  context: BenchmarkContext,
  server: BenchServer,
  fleet: ChildProcess,
  isKilled: boolean,
): Promise<[BenchServer, Figure]> {
  const { devices } = context.options
  const what = isKilled ? 'killed' : 'ended in order'
  context.report(`the server is ${what}, and started again`)
  const ports = { HTTP_PORT: new URL(server.url).port, MQTT_PORT: new URL(server.mqttUrl).port }
  const begin = Date.now()
  const { attempts } = await stateOf(fleet)
  if (isKilled) server.kill('SIGKILL')
  await (isKilled ? server.ended : server.stop())
  const next = await startBenchServer(context, server.dataDirectory, ports)
  const ready = Date.now()
  const areBack = async () => (await stateOf(fleet)).connected === devices
  await eventually('all devices are back', areBack, maximumWaitMs)
  const state = await stateOf(fleet)
  const figure: Figure = {
    name: `${devices} devices back after the server was ${what}`,
    value: (state.lastConnectedAt - begin) / 1000,
    unit: 's',
    target: { atMost: 10 },
    remark:
      `from the end of the former; the next is ready after ${seconds(ready - begin)} s; ` +
      `${state.attempts - attempts} tries from one address, a second apart`,
  }
  return [next, figure]
}

export const fleet: Benchmark = {
  name: 'fleet',
  summary: 'thousands of connected devices: memory in all, and their way back after a restart',
  async run(context) {
    const { devices } = context.options
    let server = await startWithDevices(context)
    const empty = memoryInAll(server)
    const program = startProgram(join(import.meta.dirname, 'devices-program.ts'))
    context.atEnd(() => program.kill())
    const begin = performance.now()
    await ask<FleetState>(program, orderFor(server, devices))
    const openedMs = performance.now() - begin
    const measuredMs = Math.min(context.options.seconds, 30) * 1000
    context.report(`${devices} devices at ${1000 / intervalMs} Hz for ${seconds(measuredMs)} s`)
    await delay(settleMs)
    const before = { cpu: processorSeconds(server.pid), ...(await stateOf(program)) }
    let peak = memoryInAll(server)
    for (let waited = 0; waited < measuredMs; waited += 1_000) {
      await delay(1_000)
      const now = memoryInAll(server)
      if (now.bytes > peak.bytes) peak = now
    }
    const after = await stateOf(program)
    const cores = (processorSeconds(server.pid) - before.cpu) / (measuredMs / 1000)
    const rate = (after.acknowledgedReadings - before.acknowledgedReadings) / (measuredMs / 1000)
    const figures: Figure[] = [
      {
        name: `memory with ${devices} devices connected, at most (PSS)`,
        value: peak.bytes / mebibyte,
        unit: 'MiB',
        target: { atMost: 1_200 / 1.048576 },
        remark:
          `${peak.parts}; before they came ${(empty.bytes / mebibyte).toFixed(0)}; ` +
          `${Math.round(rate)} readings/s, server ${cores.toFixed(2)} cores; all had come after ` +
          `${seconds(openedMs)} s`,
      },
    ]
    for (let restart = 0; restart < restarts; restart++) {
      const [next, figure] = await measureRestart(context, server, program, restart > 0)
      server = next
      figures.push(figure)
      await delay(settleMs / 2)
    }
    await ask<FleetState>(program, { stop: true })
    await eventually('all is acknowledged', async () => (await stateOf(program)).openMessages === 0)
    const { acknowledgedReadings } = await stateOf(program)
    await server.stop()
    const { rows, repeated } = await compareStore(server.dataDirectory)
    const none = { target: { atMost: 0 }, unit: 'readings' }
    return [
      ...figures,
      {
        name: 'acknowledged and not stored',
        value: Math.max(0, acknowledgedReadings - rows),
        ...none,
        remark: `${acknowledgedReadings} acknowledged`,
      },
      { name: 'stored twice', value: repeated, ...none },
    ]
  },
}
