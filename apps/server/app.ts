import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { alarmTimes, alarmsPlugin } from '#features/alarms/server/index.ts'
import { LanguageModel } from '#features/assistant/server/index.ts'
import { auditPlugin } from '#features/audit/server/index.ts'
import { recordAudit } from './audit.ts'
import { brokerAddressOf } from './broker-address.ts'
import { registerDeliveries } from './deliveries.ts'
import type { Connectors } from '#features/connectors/server/index.ts'
import { commandsPlugin } from '#features/commands/server/index.ts'
import { devicesPlugin } from '#features/devices/server/index.ts'
import { calculationsPlugin } from '#features/calculations/server/index.ts'
import { writeTables } from '#features/exports/server/index.ts'
import { historyPlugin } from '#features/history/server/index.ts'
import type { EmbeddedBroker } from '#features/ingest/server/broker/embedded-broker.ts'
import { ingestPlugin } from '#features/ingest/server/index.ts'
import { livePlugin } from '#features/live/server/index.ts'
import { LiveSockets } from '#features/live/server/live-sockets.ts'
import { createMetrics, operationsPlugin } from '#features/operations/server/index.ts'
import { recordRemovedSensors } from '#features/readings/server/deletion/deletions-store.ts'
import { outagesOf } from '#features/past/server/events/events.ts'
import { pastPlugin, StoredOfflineReports } from '#features/past/server/index.ts'
import { picturesPlugin } from '#features/pictures/server/index.ts'
import { makePicture } from '#features/pictures/server/make-picture.ts'
import { KioskLinks, pagesPlugin } from '#features/pages/server/index.ts'
import { shiftEnd } from '#features/shifts/server/index.ts'
import { readingsPlugin } from '#features/readings/server/index.ts'
import { sensorsPlugin } from '#features/sensors/server/index.ts'
import { annotationsPlugin } from '#features/annotations/server/index.ts'
import { articlesPlugin } from '#features/articles/server/index.ts'
import { clientErrorsPlugin } from '#features/client-errors/server/index.ts'
import { accessTokensPlugin } from '#features/access-tokens/server/index.ts'
import { dayAt } from '#kit/model/time/period.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { countBodies } from '#kit/server/http/requests/body-budget.ts'
import { connectionLimits, limitConnections } from '#kit/server/http/connections/limits.ts'
import { followCallers } from '#kit/server/http/replies/long-replies.ts'
import { serializePipelinedRequests } from '#kit/server/http/connections/pipelining.ts'
import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import type { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import { createAccountsFeature } from './accounts.ts'
import type { Config } from './config/config.ts'
import type { DataServices } from './data-services.ts'
import type { Engines } from './engines.ts'
import { registerHandover } from './handover.ts'
import { installablePlugin } from './installable/installable.ts'
import { documentationPlugin, registerLibraries } from './libraries.ts'
import { registerAssistant } from './registrations/register-assistant.ts'
import { registerConnectors } from './registrations/register-connectors.ts'
import { registerFiles } from './registrations/register-files.ts'
import { registerNotifications } from './registrations/register-notifications.ts'
import { answerWithPage, sitePlugin } from './site.ts'

export interface Dependencies {
  readonly config: Config
  readonly version: string
  readonly engines: Engines
  readonly data: DataServices
  readonly keyring: Keyring
  readonly connectors: Connectors
  /** Absent while an external broker is used. */
  readonly broker: EmbeddedBroker | null
  readonly mqttConnections: () => number
  /** What `/api/ready` asks besides the stores. */
  readonly readiness: readonly ReadinessCheck[]
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  /** Where push services may lie. */
  readonly pushGuard: TargetGuard
  /** Where the files lie that people have made of readings, and those that they import. */
  readonly directory: { readonly exports: string; readonly imports: string }
}

const webDirectory = join(import.meta.dirname, '..', 'web', 'dist')

/** The whole HTTP side of the server. */
export async function createApplication(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, version, data, log } = dependencies
  const services = createServices(dependencies)
  const app = createHttpApplication(
    log,
    answerWithPage(webDirectory, config.kioskFrames),
    config.trustedProxies,
  )
  const limits = connectionLimits(data.budget.totalBytes, config.trustedProxies)
  countBodies(app, data.budget, limitConnections(app, limits))
  serializePipelinedRequests(app.server)
  await registerLibraries(app, version)
  const deliveryServices = registerDeliveries(app, dependencies)
  await registerSite(app, config)
  await app.register(services.session.plugin)
  followCallers(app, { bus: dependencies.bus, callerNow: services.session.callerNow })
  await registerData(app, dependencies, services)
  await registerFiles(app, dependencies, deliveryServices)
  await registerNotifications(app, dependencies, deliveryServices)
  await registerOperations(app, dependencies, services)
  await app.ready()
  data.copies.open()
  return app
}

type Services = ReturnType<typeof createServices>

/** What more than one part of the HTTP side needs. */
function createServices(dependencies: Dependencies) {
  const { bus, clock, engines, data } = dependencies
  const session = createAccountsFeature(dependencies)
  const { catalogue, presence, budget, writer, current } = data
  const { sql } = engines
  const kiosks = new KioskLinks({ sql, accounts, catalogue, clock })
  const sockets = new LiveSockets({
    kiosks,
    ...{ catalogue, presence, telemetry: engines.telemetry, bus, clock, budget, writer, current },
    logger: dependencies.log,
    alarmsStoppedSince: () => data.alarms.evaluation.stoppedSince,
    callerOfSession: session.callerOfSession,
  })
  const model = dependencies.config.model && new LanguageModel(dependencies.config.model, clock)
  const metrics = createMetrics({
    ...{ bus, budget },
    journal: data.journalStatus,
    alarms: () => ({
      stoppedSince: data.alarms.evaluation.stoppedSince,
      waitingBytes: data.alarms.register.waitingBytes,
      asideCount: data.alarms.register.asideCount,
    }),
    clock,
    refusedMessages: () => data.refusals.total,
    mqttConnections: dependencies.mqttConnections,
    liveSockets: () => sockets.connectionCount,
    connectors: () => dependencies.connectors.manager.all(),
    languageModel: model && (() => model.figures()),
  })
  return { session, sockets, kiosks, metrics, model }
}

/** The pages, and the description of the API. */
async function registerSite(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(sitePlugin, {
    directory: webDirectory,
    captcha: config.captcha,
    analyticsScript: config.analyticsSource,
  })
  await app.register(installablePlugin, {
    ...{ directory: webDirectory, siteName: config.site.name, kioskFrames: config.kioskFrames },
  })
  await app.register(documentationPlugin)
}

/** Devices, sensors and their readings. */
async function registerData(
  app: FastifyInstance,
  dependencies: Dependencies,
  { kiosks, model, session }: Services,
): Promise<void> {
  const { config, engines, data, clock, bus, log } = dependencies
  const { sql, telemetry } = engines
  const { catalogue, presence, budget, writer, current, deletions, retention, retained } = data
  const { timezone } = config.site
  await app.register(auditPlugin({ sql, accounts }))
  await app.register(
    devicesPlugin({
      ...{ sql, accounts, catalogue, presence, clock, recordRemovedSensors, audit: recordAudit },
      ...{ bus, kiosks },
      mqttTls: config.mqttTls && { hasAuthority: config.mqttTls.files.authority !== null },
      autoRegister: config.deviceAutoRegister,
      brokerAddress: () => brokerAddressOf(dependencies),
    }),
  )
  const people = { sql, accounts, catalogue, bus, clock, audit: recordAudit }
  await app.register(accessTokensPlugin(people))
  await registerConnectors(app, dependencies)
  await app.register(annotationsPlugin(people))
  await app.register(articlesPlugin({ ...people, makePicture }))
  await app.register(picturesPlugin({ sql, kiosks, audit: recordAudit }))
  await app.register(pagesPlugin({ ...people, kiosks }))
  await app.register(
    commandsPlugin({
      ...{ sql, accounts, catalogue, current, clock, audit: recordAudit },
      ...{ protocols: data.protocols, runs: data.commandRuns, sessions: session },
      answerWithinMs: config.commandAnswerMs,
    }),
  )
  await app.register(sensorsPlugin({ catalogue, sql, audit: recordAudit, telemetry, writer }))
  const { calculations } = data
  await app.register(calculationsPlugin({ sql, catalogue, calculations, audit: recordAudit }))
  await app.register(
    alarmsPlugin({
      ...{ sql, accounts, catalogue, clock, telemetry, timezone },
      ...{ alarms: data.alarms, audit: recordAudit, writeTables },
      shiftEnd: (time) => shiftEnd(sql, timezone, time),
      outages: (reader, sensors, span) => outagesOf(reader, catalogue, sensors, span),
    }),
  )
  await registerHandover(app, dependencies)
  await app.register(readingsPlugin, {
    ...{ sql, catalogue, telemetry, budget, writer, current, deletions, bus, retention, retained },
    ...{ expiryClock: data.expiryClock, rollupRepair: data.rollupRepair },
    ...{ kiosks, audit: recordAudit },
    clock,
    dayOf: (at) => dayAt(at, timezone),
  })
  await app.register(historyPlugin, {
    ...{ catalogue, telemetry, clock, budget, timezone, writer, kiosks, retained },
  })
  await registerAssistant(app, dependencies, model)
  const alarms = alarmTimes(sql)
  const reports = new StoredOfflineReports({ sql, bus, log })
  app.addHook('onClose', async () => reports.close())
  await app.register(pastPlugin, {
    ...{ catalogue, telemetry, clock, budget, writer, alarms, reports, retained },
  })
}

/** What arrives and leaves all the time, and how the server is. */
async function registerOperations(
  app: FastifyInstance,
  { config, version, engines, data, broker, readiness, clock }: Dependencies,
  { sockets, kiosks, metrics, model }: Services,
): Promise<void> {
  const { sql, telemetry } = engines
  await app.register(livePlugin, {
    ...{ sockets, kiosks },
    budget: data.budget,
    allowedOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
  })
  await app.register(ingestPlugin, { ...data, broker, clock })
  const checks = [...readiness, ...(model ? [model.readiness] : [])]
  await app.register(operationsPlugin, { sql, telemetry, metrics, version, readiness: checks })
  await app.register(clientErrorsPlugin, { sql, clock })
}
