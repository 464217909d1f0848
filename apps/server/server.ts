import { join } from 'node:path'
import type { Logger } from 'pino'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { evaluationCheck } from '#features/alarms/server/index.ts'
import { recordMany, witnessFile } from '#features/audit/server/index.ts'
import { recordAudit } from './audit.ts'
import { CertificateOwners } from '#features/devices/server/certificates/certificate-owners.ts'
import { brokerAddress } from '#features/ingest/server/bridge/broker-address.ts'
import { startBrokerBridge } from '#features/ingest/server/bridge/broker-bridge.ts'
import {
  startEmbeddedBroker,
  type EmbeddedBroker,
} from '#features/ingest/server/broker/embedded-broker.ts'
import { createTlsListener } from '#features/ingest/server/broker/tls/tls-listener.ts'
import { recordRemovedSensors } from '#features/readings/server/deletion/deletions-store.ts'
import { journalCheck } from '#features/readings/server/writer/journal-check.ts'
import {
  closeDemoAccounts,
  firstAdministratorLink,
  sealSecondFactors,
} from '#features/accounts/server/index.ts'
import { budgetBytes, memoryLimits } from '#kit/server/budget/available-memory.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import { systemClock } from '#kit/server/clock.ts'
import { watchClock } from '#kit/server/clock-steps/watch-clock.ts'
import { clockCheck } from '#kit/server/expiry-clock/expiry-clock.ts'
import { openDataDirectory } from '#kit/server/data-directory/data-directory.ts'
import { readKeyFile } from '#kit/server/secrets/key-file.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { startLifecycle, type Lifecycle } from '#kit/server/process/lifecycle.ts'
import { listen, reachableHost } from '#kit/server/process/listen.ts'
import { diskCheck, type ReadinessCheck } from '#kit/server/process/readiness.ts'
import { releaseUnusedMemory } from '#kit/server/process/unused-memory.ts'
import { addressOf, announcement } from './announcement.ts'
import { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import { registerServer } from '#kit/server/data-directory/running-servers.ts'
import { createApplication } from './app.ts'
import type { Config } from './config/config.ts'
import { startConnectors } from './connectors.ts'
import { answerControl } from './control-commands.ts'
import { startDataServices, type DataServices } from './data-services.ts'
import { provisionDemo, runDemoPlant } from './demo.ts'
import { maintainAlarms, maintainRetention, openExpiryClock } from './expiry.ts'
import { openEngines, type Engines } from './engines.ts'
import { readVersion } from './site.ts'

/**
 * Starts everything that the configuration asks for, in order, and prints where it can be reached.
 */
export async function startServer(
  config: Config,
  projectDirectory: string,
  log: Logger,
): Promise<void> {
  const lifecycle = startLifecycle({ log })
  const version = readVersion(projectDirectory)
  const directory = await openDataDirectory(config.dataDirectory, log)
  lifecycle.onStop('data directory', () => directory.close())
  const engines = await openEngines(config, directory, lifecycle, log)
  const bus = createBus((error) => log.error({ err: error }, 'a listener on the bus failed'))
  const clock = systemClock
  const audited = { sql: engines.sql, audit: recordAudit }
  const expiryClock = await openExpiryClock({ engines, clock, lifecycle, log })
  const removing = { ...audited, clock: () => expiryClock.now() }
  maintainRetention(config, removing, lifecycle, log)
  const demoTokens = config.demo ? await provisionDemo(audited) : null
  if (!config.demo) await closeDemo(audited, log)
  const keyring = createKeyring(config.secretKeys ?? readKeyFile(directory.path))
  await sealSecondFactors({ sql: engines.sql, auditMany: recordMany }, keyring, log)
  const budget = new Budget(budgetBytes(memoryLimits()))
  const data = await startDataServices({
    ...{ engines, bus, clock, expiryClock, lifecycle, log },
    journalDirectory: directory.journal,
    budget,
    timezone: config.site.timezone,
  })
  maintainAlarms(config, { ...removing, record: data.alarms.record }, lifecycle, log)
  const fetching = { engines, data, keyring, directory, clock, lifecycle, log }
  const messages = await startMessages(config, engines, data, bus, lifecycle, log)
  const own = [clockCheck(expiryClock), evaluationCheck(data.alarms)]
  const readiness = [
    ...[diskCheck(directory.path), journalCheck(data.journalStatus), ...own],
    ...messages.readiness,
  ]
  const app = await createApplication({
    config,
    version,
    engines,
    data,
    keyring,
    connectors: await startConnectors(fetching),
    ...messages,
    ...{ readiness, directory },
    // Browsers name push services, and with that anybody: none lies in the own network.
    pushGuard: new TargetGuard([]),
    ...{ bus, clock, log },
  })
  lifecycle.onStop('web server', () => app.close())
  lifecycle.onStop('clock', watchClock({ bus, clock, log }, expiryClock.seenBefore))
  const { port } = await listen(app.server, {
    purpose: 'the web server',
    ...config.http,
    hostVariable: 'HTTP_HOST',
    portVariable: 'HTTP_PORT',
  })
  const services = {
    ...{ ...engines, accounts, recordRemovedSensors, audit: recordAudit },
    ...{ witnessFile: witnessFile(config.dataDirectory), flush: () => data.writer.flush() },
  }
  answerControl(directory.control, { services, data, mqttUrl: messages.mqttUrl })
  lifecycle.onStop('note of the running server', registerServer(directory.path, log))
  if (demoTokens)
    await runDemoPlant(messages.mqttUrl, demoTokens, {
      ...{ sql: engines.sql, clock, lifecycle, log, days: config.demoDays },
      ...{ timezone: config.site.timezone, cacheDirectory: join(config.dataDirectory, 'cache') },
      writer: data.writer,
    })
  releaseUnusedMemory(() => budget.waitingBytes())
  const address = addressOf(config, port)
  const link = await firstAdministratorLink(audited, address, Date.now())
  process.stdout.write(
    announcement(config, {
      address,
      mqttUrl: brokerAddress(messages.mqttUrl),
      mqttsUrl: messages.mqttsUrl,
      firstAdministratorLink: link,
    }),
  )
}

async function closeDemo(
  audited: Parameters<typeof closeDemoAccounts>[0],
  log: Logger,
): Promise<void> {
  const accounts = await closeDemoAccounts(audited)
  if (accounts > 0)
    log.warn({ accounts }, 'demo accounts were closed: nobody signs in with the demo password')
}

/** At the embedded broker, where nobody else is host. */
const defaultSparkplugHostId = 'warroom'

interface Messages {
  readonly broker: EmbeddedBroker | null
  readonly readiness: readonly ReadinessCheck[]
  readonly mqttConnections: () => number
  /** Where a device on this machine reaches the broker. */
  readonly mqttUrl: string
  /** The same with TLS; null: there is no such port. */
  readonly mqttsUrl: string | null
}

async function startMessages(
  config: Config,
  engines: Engines,
  data: DataServices,
  bus: Bus,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<Messages> {
  if (config.mqttUrl !== null) {
    const bridge = await startBrokerBridge({
      url: config.mqttUrl,
      installationId: engines.installation.id,
      dataDirectory: config.dataDirectory,
      ...{ sql: engines.sql, messages: data.messages, budget: data.budget, logger: log },
      ...{ commands: data.commands, sparkplugHostId: config.sparkplugHostId },
      isOnline: (lesiId) => isOnline(data, lesiId),
    })
    lifecycle.onStop('MQTT connections', () => bridge.close())
    return {
      broker: null,
      readiness: [bridge.readiness],
      mqttConnections: bridge.connectedCount,
      mqttUrl: config.mqttUrl,
      mqttsUrl: null,
    }
  }
  const broker = await startEmbeddedBroker({
    ...{ ...data, bus, logger: log },
    autoRegister: config.deviceAutoRegister,
    sparkplugHostId: config.sparkplugHostId ?? defaultSparkplugHostId,
    certificates: new CertificateOwners(engines.sql, systemClock),
  })
  lifecycle.onStop('MQTT broker', () => broker.close())
  const { port } = await listen(broker.server, {
    purpose: 'the MQTT broker',
    ...config.mqtt,
    hostVariable: 'MQTT_HOST',
    portVariable: 'MQTT_PORT',
  })
  const host = reachableHost(config.mqtt.host)
  return {
    broker,
    readiness: [],
    mqttConnections: broker.connectedCount,
    mqttUrl: `mqtt://${host}:${port}`,
    mqttsUrl: await startMqttTls(config, data, broker, lifecycle, log),
  }
}

/** As far as the device has reported, or its silence. */
function isOnline({ catalogue, presence }: DataServices, lesiId: string): boolean {
  const device = catalogue.device(lesiId)
  return device !== undefined && presence.status(device.id).status === 'online'
}

async function startMqttTls(
  { mqtt, mqttTls }: Config,
  { budget, refusals }: DataServices,
  broker: EmbeddedBroker,
  lifecycle: Lifecycle,
  logger: Logger,
): Promise<string | null> {
  if (mqttTls === null) return null
  const listener = createTlsListener({
    ...{ budget, refusals, logger, files: mqttTls.files },
    onConnection: (socket) => broker.accept(socket),
  })
  lifecycle.onStop('MQTT port with TLS', () => listener.close())
  const { port } = await listen(listener.server, {
    purpose: 'the MQTT broker with TLS',
    ...{ host: mqtt.host, port: mqttTls.port },
    hostVariable: 'MQTT_HOST',
    portVariable: 'MQTTS_PORT',
  })
  return `mqtts://${reachableHost(mqtt.host)}:${port}`
}
