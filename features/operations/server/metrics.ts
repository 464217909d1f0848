import { collectDefaultMetrics, Counter, Gauge, Registry } from '@prometheus-io/client'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { WriterStatus } from '#kit/server/readings/reading-writer.ts'
import { type ConnectorFigures, registerConnectors } from './connector-metrics.ts'
import { type ModelFigures, registerModel } from './model-metrics.ts'
import { registerBudget } from './budget-metrics.ts'

export interface MetricSources {
  readonly bus: Bus
  readonly budget: Budget
  readonly journal: () => Omit<WriterStatus, 'hasDiskSpace' | 'writeFailure'>
  /**
   * Since when alarms are not evaluated (ms UTC; null: they are), what of them waits, and of how
   * many sources something cannot be stored.
   */
  readonly alarms: () => {
    readonly stoppedSince: number | null
    readonly waitingBytes: number
    readonly asideCount: number
  }
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
  /** Of what is counted elsewhere, since the start. */
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter(
    'warroom_messages_refused_total',
    'Refusals of what devices sent since the start: of whole messages, and of values in them',
    sources.refusedMessages,
  )
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  registerJournal(gauge, sources.journal)
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
  gauge(
    'warroom_alarms_aside_sources',
    'Sources of alarms of which something cannot be stored, while the others are',
    () => sources.alarms().asideCount,
  )
  gauge('warroom_mqtt_connections', 'Open MQTT connections', sources.mqttConnections)
  gauge('warroom_live_sockets', 'Open live sockets of browsers', sources.liveSockets)
  registerBudget(registry, sources.budget)
  registerConnectors(registry, sources.connectors)
  if (sources.languageModel) registerModel(registry, sources.languageModel)
  return registry
}

type AddGauge = (name: string, help: string, read: () => number) => void

function registerJournal(gauge: AddGauge, journal: MetricSources['journal']): void {
  gauge(
    'warroom_journal_bytes',
    'Bytes of acknowledged readings on their way to the telemetry store',
    () => journal().journalBytes,
  )
  gauge(
    'warroom_journal_damaged_bytes',
    'Bytes of the journal that could not be read since the start: readings in them are lost',
    () => journal().damage.bytes,
  )
  gauge(
    'warroom_journal_damaged_files',
    'Files of the journal that are damaged or were put aside because they are',
    () => journal().damage.files.length,
  )
  gauge(
    'warroom_store_failing_seconds',
    'For how long the telemetry store has taken no readings; 0 while it works',
    () => (journal().storeFailingForMs ?? 0) / 1000,
  )
}
