import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Budget, KindUsage } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { WriterStatus } from '#kit/server/reading-writer.ts'

/** What one connector did since the start. */
interface ConnectorFigures {
  readonly kind: string
  readonly name: string
  readonly state: string
  readonly readings: number
  readonly refused: number
}

/** What a language model did since the start. */
interface ModelFigures {
  readonly requests: number
  readonly tokens: number
  readonly answers: number
  /** By what failed. */
  readonly failures: ReadonlyMap<string, number>
}

export interface MetricSources {
  readonly bus: Bus
  readonly budget: Budget
  readonly journal: () => Omit<WriterStatus, 'hasDiskSpace'>
  /** Since when alarms are not evaluated (ms UTC; null: they are), and what of them waits. */
  readonly alarms: () => { readonly stoppedSince: number | null; readonly waitingBytes: number }
  readonly clock: Clock
  readonly refusedMessages: () => number
  readonly mqttConnections: () => number
  readonly liveSockets: () => number
  readonly connectors: () => readonly ConnectorFigures[]
  /** Null: none is configured. */
  readonly languageModel: (() => ModelFigures) | null
}

/** The figures of this server in the Prometheus format. */
export function createMetrics(sources: MetricSources): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const received = new Counter({
    name: 'warroom_readings_received_total',
    help: 'Readings understood, before they are stored',
    registers,
  })
  const stored = new Counter({
    name: 'warroom_readings_stored_total',
    help: 'Readings whose storing has been acknowledged',
    registers,
  })
  sources.bus.on('readings', ({ readings }) => received.inc(readings.length))
  sources.bus.on('stored', ({ count }) => stored.inc(count))
  const refused = new Counter({
    name: 'warroom_messages_refused_total',
    help: 'Device messages refused since the start',
    // Registered below, so that the object is not made for its side effect.
    registers: [],
    collect() {
      this.reset()
      this.inc(sources.refusedMessages())
    },
  })
  registry.registerMetric(refused)
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge(
    'warroom_journal_bytes',
    'Bytes of acknowledged readings on their way to the telemetry store',
    () => sources.journal().journalBytes,
  )
  gauge(
    'warroom_journal_damaged_bytes',
    'Bytes of the journal that could not be read since the start: readings in them are lost',
    () => sources.journal().damage.bytes,
  )
  gauge(
    'warroom_journal_damaged_files',
    'Files of the journal that are damaged or were put aside because they are',
    () => sources.journal().damage.files.length,
  )
  gauge(
    'warroom_store_failing_seconds',
    'For how long the telemetry store has taken no readings; 0 while it works',
    () => (sources.journal().storeFailingForMs ?? 0) / 1000,
  )
  gauge(
    'warroom_alarms_stopped_seconds',
    'For how long no alarms have been evaluated; 0 while they are',
    () => {
      const { stoppedSince } = sources.alarms()
      return stoppedSince === null ? 0 : (sources.clock() - stoppedSince) / 1000
    },
  )
  gauge(
    'warroom_alarms_waiting_bytes',
    'Bytes of alarms that came, passed or were late and wait for the database',
    () => sources.alarms().waitingBytes,
  )
  gauge('warroom_mqtt_connections', 'Open MQTT connections', sources.mqttConnections)
  gauge('warroom_live_sockets', 'Open live sockets of browsers', sources.liveSockets)
  registerBudget(registry, sources.budget)
  registerConnectors(registry, sources.connectors)
  if (sources.languageModel) registerModel(registry, sources.languageModel)
  return registry
}

/** What waits in memory, its limits, and how often there was no room. */
function registerBudget(registry: Registry, budget: Budget): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: (usage: KindUsage) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        for (const usage of budget.usage()) this.set({ kind: usage.kind }, read(usage))
      },
    })
  gauge('warroom_budget_bytes', 'Bytes that wait in memory', ({ bytes }) => bytes)
  gauge('warroom_budget_limit_bytes', 'Bytes that may wait in memory', ({ part }) => part)
  gauge(
    'warroom_budget_sources',
    'Devices, sessions or addresses of which something waits',
    ({ sources }) => sources,
  )
  const refusals = new Counter({
    name: 'warroom_budget_refusals_total',
    help: 'How often there was no room: in the share of the source, or in all',
    labelNames: ['kind', 'excess'],
    registers: [],
    collect() {
      this.reset()
      for (const { kind, refused } of budget.usage()) {
        this.inc({ kind, excess: 'share' }, refused.share)
        this.inc({ kind, excess: 'total' }, refused.total)
      }
    },
  })
  registry.registerMetric(refusals)
}

/** Which connectors there are, in which state, and what they brought. */
function registerConnectors(registry: Registry, connectors: MetricSources['connectors']): void {
  const states = new Gauge({
    name: 'warroom_connectors',
    help: 'Connectors by kind and state',
    labelNames: ['kind', 'state'],
    registers: [],
    collect() {
      this.reset()
      for (const { kind, state } of connectors()) this.inc({ kind, state })
    },
  })
  registry.registerMetric(states)
  const figures = [
    ['stored', 'Readings that were stored of a connector since the start', 'readings'],
    ['refused', 'Values that were refused of a connector since the start', 'refused'],
  ] as const
  for (const [name, help, figure] of figures) {
    const counter = new Counter({
      name: `warroom_connector_readings_${name}_total`,
      help,
      labelNames: ['kind', 'name'],
      registers: [],
      collect() {
        this.reset()
        for (const each of connectors())
          this.inc({ kind: each.kind, name: each.name }, each[figure])
      },
    })
    registry.registerMetric(counter)
  }
}

/** How a language model works: what it was asked, what it costs, how often the rules answered. */
function registerModel(registry: Registry, figures: () => ModelFigures): void {
  const counts = [
    ['requests', 'Requests to the language model', 'requests'],
    ['tokens', 'Tokens of the language model, as its server counts them', 'tokens'],
    ['answers', 'Answers of the assistant that the language model phrased', 'answers'],
  ] as const
  for (const [name, help, figure] of counts)
    registry.registerMetric(
      new Counter({
        ...{ name: `warroom_language_model_${name}_total`, help, registers: [] },
        collect() {
          this.reset()
          this.inc(figures()[figure])
        },
      }),
    )
  registry.registerMetric(
    new Counter({
      name: 'warroom_language_model_fallbacks_total',
      help: 'Answers by rules in the place of the language model, by what failed',
      ...{ labelNames: ['reason'], registers: [] },
      collect() {
        this.reset()
        for (const [reason, count] of figures().failures) this.inc({ reason }, count)
      },
    }),
  )
}

/** Measures every HTTP request by route and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'warroom_http_request_seconds',
    help: 'Time to answer HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
}
