import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { alarms } from './alarms/alarms.ts'
import { assistant } from './assistant/assistant.ts'
import { abuse } from './abuse/abuse.ts'
import { batches } from './batches/batches.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { chartPaint } from './chart-paint/chart-paint.ts'
import { bridge } from './bridge/bridge.ts'
import { audit } from './audit/audit.ts'
import { connectors } from './connectors/connectors.ts'
import { crash } from './crash/crash.ts'
import { excel } from './excel/excel.ts'
import { imports } from './imports/imports.ts'
import { fleet } from './fleet/fleet.ts'
import { history } from './history/history.ts'
import { ingest } from './ingest/ingest.ts'
import type { Benchmark, BenchmarkContext, Options } from './kit/benchmark.ts'
import { figureLine, figureTable, type Figure, type MeasuredFigure } from './kit/figures.ts'
import { describeMachine, machineText } from './kit/machine.ts'
import { live } from './live/live.ts'
import { outage } from './outage/outage.ts'
import { past } from './past/past.ts'
import { queries } from './queries/queries.ts'
import { room } from './room/room.ts'
import { screensBenchmark } from './screens/screens.ts'
import { sparkplug } from './sparkplug/sparkplug.ts'
import { scrolling } from './scrolling/scrolling.ts'
import { start } from './start/start.ts'
import { storage } from './storage/storage.ts'
import { years } from './years/years.ts'

const benchmarks: readonly Benchmark[] = [
  ingest,
  batches,
  sparkplug,
  connectors,
  fleet,
  live,
  room,
  history,
  queries,
  years,
  chartPaint,
  excel,
  imports,
  alarms,
  assistant,
  past,
  scrolling,
  screensBenchmark,
  storage,
  start,
  crash,
  outage,
  abuse,
  catalogue,
  bridge,
  audit,
]

const usage = `npm run bench [-- NAME … OPTIONS]

${benchmarks.map(({ name, summary }) => `  ${name.padEnd(9)} ${summary}`).join('\n')}

  --seconds N       length of an ingest run (60)
  --rate N          readings a second of the ingest run at a fixed rate (100000)
  --window N        messages under way on each of the 50 connections of the ingest run (100)
  --kills N         how often the server is killed in "crash", its stores less often (100)
  --pause N         longest time in s between a kill and the next start (20)
  --disasters X,…   of server, store, postgres, disk, sync in "crash" (all)
  --minutes N       length of the outage of "outage" (10)
  --parts X,…       of table, widgets, screen, fast, charts, first, drag, wall, peers, scrolling
                    in "room" (all; --seconds is the length of wall);
                    rules, database, what-if, screen of "alarms"
  --cases N,…       cases of "abuse" by the number of their defect (all)
  --sensors N       sensors of the plant of "catalogue" (100000)
  --devices N       connected devices of "fleet" (5000)
  --recordings DIR  CSV recordings for "storage", with a datetime column and ; between the fields
  --peers DIR       where npm has installed other programs that "room" is compared with
                    (BENCH_PEERS; none)
  --profile DIR     writes processor profiles of the server there; figures are then worse`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '100000' },
    window: { type: 'string', default: '100' },
    kills: { type: 'string', default: '100' },
    pause: { type: 'string', default: '20' },
    disasters: { type: 'string' },
    parts: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    cases: { type: 'string' },
    sensors: { type: 'string', default: '100000' },
    devices: { type: 'string', default: '5000' },
    recordings: { type: 'string' },
    peers: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const options: Options = {
  seconds: Number(values.seconds),
  rate: Number(values.rate),
  window: Number(values.window),
  kills: Number(values.kills),
  pause: Number(values.pause),
  disasters: values.disasters?.split(',') ?? null,
  parts: values.parts?.split(',') ?? null,
  minutes: Number(values.minutes),
  cases: values.cases?.split(',').map(Number) ?? null,
  sensors: Number(values.sensors),
  devices: Number(values.devices),
  recordings: values.recordings ?? null,
  peers: values.peers ?? process.env['BENCH_PEERS'] ?? null,
  profile: values.profile ?? null,
}

const cleanUps: (() => unknown)[] = []

/** Stops and removes what the running benchmark started, the last thing first. */
async function cleanUpAll(): Promise<void> {
  for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await cleanUp()
}

async function measure(benchmark: Benchmark): Promise<readonly Figure[]> {
  const context: BenchmarkContext = {
    options,
    report: (line) => console.log(`  … ${line}`),
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
    directory() {
      const directory = mkdtempSync(join(tmpdir(), 'warroom-bench-'))
      // PostgreSQL runs as another account when this runs as root.
      chmodSync(directory, 0o755)
      cleanUps.push(() => rmSync(directory, { recursive: true, force: true }))
      return directory
    },
  }
  try {
    return await benchmark.run(context)
  } finally {
    await cleanUpAll()
  }
}

async function main(): Promise<void> {
  const unknown = positionals.filter(
    (name) => !benchmarks.some((benchmark) => benchmark.name === name),
  )
  if (values.help || unknown.length > 0) {
    console.log(
      unknown.length > 0 ? `There is no benchmark ${unknown.join(', ')}.\n\n${usage}` : usage,
    )
    process.exitCode = unknown.length > 0 ? 2 : 0
    return
  }
  const machine = describeMachine()
  console.log(machineText(machine))
  const figures: MeasuredFigure[] = []
  const loads: Record<string, { readonly before: number; readonly after: number }> = {}
  for (const benchmark of benchmarks.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  )) {
    const before = loadavg()[0] ?? 0
    console.log(`\n${benchmark.name}: ${benchmark.summary} (load ${before.toFixed(2)})`)
    const measured = await measure(benchmark).catch((error: unknown) => {
      // The figures of the others are worth having all the same.
      console.error(`  ${benchmark.name} broke off:`, error)
      process.exitCode = 1
      return []
    })
    loads[benchmark.name] = { before, after: loadavg()[0] ?? 0 }
    for (const figure of measured) console.log(figureLine(figure))
    figures.push(...measured.map((figure) => ({ benchmark: benchmark.name, ...figure })))
  }
  const directory = join(import.meta.dirname, '..', '.cache', 'bench')
  mkdirSync(directory, { recursive: true })
  writeFileSync(
    join(directory, 'latest.json'),
    `${JSON.stringify({ machine, loads, figures }, null, 2)}\n`,
  )
  console.log(`\n${machineText(machine)}\n\n${figureTable(figures)}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUpAll().finally(() => process.exit(130)))
}
await main()
