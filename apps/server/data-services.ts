import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { recordMany } from '#features/audit/server/index.ts'
import { recordAudit } from './audit.ts'
import { CommandRuns } from '#features/commands/server/command-runs.ts'
import { TemporaryTokens } from '#features/devices/server/temporary-tokens.ts'
import { PresenceTracker } from '#features/devices/server/presence.ts'
import { CommandOutlet } from '#features/ingest/server/mqtt/command-outlet.ts'
import { OwnCommands } from '#features/ingest/server/commands/own-commands.ts'
import { DeviceMessages } from '#features/ingest/server/mqtt/device-messages.ts'
import { DevicesOfGateways } from '#features/ingest/server/gateways/devices-of-gateways.ts'
import { FetchedIntake } from '#features/ingest/server/fetched/fetched-intake.ts'
import { Intake } from '#features/ingest/server/intake/intake.ts'
import { openReplacedTimes } from '#features/ingest/server/intake/times/replaced-times-journal.ts'
import { WaitingValues } from '#features/ingest/server/intake/waiting/waiting-values.ts'
import { Defects } from '#features/ingest/server/refusals/defects.ts'
import { listLateRefusals } from '#features/ingest/server/refusals/late-refusals.ts'
import { refusalsOf } from '#features/ingest/server/refusals/refusals-of.ts'
import { SparkplugCommands } from '#features/ingest/server/sparkplug/sparkplug-commands.ts'
import { SparkplugHost } from '#features/ingest/server/sparkplug/sparkplug-host.ts'
import { lastMessagesOf } from '#features/ingest/server/things/last-messages.ts'
import { MessageTail } from '#features/ingest/server/tail/message-tail.ts'
import type { CurrentValues } from '#features/readings/server/current/current-values.ts'
import { LateReadings } from '#features/readings/server/late/late-readings.ts'
import { ReadingDeletions } from '#features/readings/server/deletion/reading-deletions.ts'
import type { SensorCutoffs } from '#features/readings/server/retention/sensor-cutoffs.ts'
import { Retention } from '#features/readings/server/retention/retention.ts'
import { MinuteRollups } from '#features/readings/server/rollups/minute-rollups.ts'
import { RollupRepair } from '#features/readings/server/rollups/rollup-repair.ts'
import { StoreUpkeep } from '#features/readings/server/rollups/store-upkeep.ts'
import { ValueCounts } from '#features/readings/server/rollups/value-counts.ts'
import type { JournalWriter } from '#features/readings/server/writer/writer.ts'
import { openReadingPipeline } from '#features/readings/server/reading-pipeline.ts'
import { createCatalogue, startProposals } from '#features/sensors/server/index.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import type { Clock } from '#kit/server/clock.ts'
import { watchDisk } from '#kit/server/data-directory/disk-watch.ts'
import { mergedDamage } from '#kit/server/journal/damage.ts'
import { CommandProtocols } from '#kit/server/devices/device-commands.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { Lifecycle } from '#kit/server/process/lifecycle.ts'
import { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import type { WriterStatus } from '#kit/server/readings/reading-writer.ts'
import type { Engines } from './engines.ts'
import { startReadingConsumers } from './reading-consumers.ts'

export type DataServices = Awaited<ReturnType<typeof startDataServices>>

export interface Foundations {
  readonly engines: Engines
  readonly journalDirectory: string
  readonly budget: Budget
  readonly bus: Bus
  readonly clock: Clock
  readonly expiryClock: ExpiryClock
  /** The site's zone. */
  readonly timezone: string
  readonly lifecycle: Pick<Lifecycle, 'onStop'>
  readonly log: Logger
}

/** Everything between a device's message and the disk: catalogue, presence, intake, writer. */
export async function startDataServices(foundations: Foundations) {
  const { engines, journalDirectory, budget, bus, clock, timezone, lifecycle, log } = foundations
  const { sql, listener, telemetry } = engines
  const report = (error: unknown) =>
    log.warn({ err: error }, 'the catalogue could not be read or written; trying again')
  const catalogue = await createCatalogue({
    ...{ sql, bus, listener, clock, timezone, report },
    ...{ audit: recordAudit, auditMany: recordMany },
  })
  lifecycle.onStop('catalogue', () => catalogue.close())
  const proposals = startProposals({ sql, auditMany: recordMany, catalogue, bus, report })
  lifecycle.onStop('proposals', () => proposals.close())
  const disk = await watchDisk(dirname(journalDirectory), log)
  lifecycle.onStop('disk watch', () => disk.close())
  const { current, writer, presence, replaced, waiting, journalStatus, hasStored, ...stored } =
    await openJournals(foundations, catalogue, () => disk.hasReserve)
  const copies = new ReadingCopies()
  const deletions = new ReadingDeletions({
    ...{ sql, telemetry, writer, bus, journalDirectory, hasStored, copies },
    ...{ audit: recordAudit, logger: log },
  })
  lifecycle.onStop('deletions', () => deletions.close())
  await deletions.start()
  const { lateOf, ...upkeep } = await startUpkeep(foundations, writer, stored.sensorCutoffs)
  const { calculations, alarms } = await startReadingConsumers(foundations, {
    ...{ catalogue, current, writer, presence },
  })
  const tail = new MessageTail({ catalogue, budget, clock })
  const refusals = refusalsOf({ clock, budget, bus, catalogue, tail })
  const lastMessages = lastMessagesOf({ clock, bus, catalogue })
  const defects = new Defects()
  const intake = new Intake({
    ...{ catalogue, writer, bus, clock, budget, tail, lastMessages, waiting },
    replacedTimes: replaced.times,
    defectOf: (error, lesiId) => defects.problemOf(error, log, lesiId).reason,
    onLateRefusal: listLateRefusals(refusals),
  })
  const fetched = new FetchedIntake({ catalogue, intake, presence, refusals, logger: log })
  const gateways = new DevicesOfGateways(catalogue)
  const commands = new CommandOutlet()
  const sparkplug = new SparkplugHost({ intake, presence, gateways, budget, clock, commands })
  bus.on('deviceTokenChanged', () => sparkplug.removeGone((id) => !!catalogue.deviceById(id)))
  const { ownCommands, ...commanding } = await startCommands(foundations, {
    ...{ catalogue, outlet: commands, host: sparkplug },
  })
  const messages = new DeviceMessages({
    ...{ catalogue, intake, presence, refusals, sparkplug, ownCommands },
    logger: log,
  })
  const temporaryTokens = new TemporaryTokens(clock)
  bus.on('deviceTokenChanged', ({ lesiId }) => temporaryTokens.revoke(lesiId))
  const verifyToken = (lesiId: string, token: string) =>
    catalogue.verifyToken(lesiId, token) || temporaryTokens.verify(lesiId, token)
  return {
    journalStatus,
    budget,
    catalogue,
    current,
    calculations,
    alarms,
    writer,
    deletions,
    ...upkeep,
    expiryClock: foundations.expiryClock,
    late: lateOf(current),
    copies,
    presence,
    refusals,
    tail,
    lastMessages,
    intake,
    fetched,
    gateways,
    commands,
    ...commanding,
    messages,
    temporaryTokens,
    verifyToken,
  }
}

/** Minutes of what sends often, and the end of what has expired. */
async function startUpkeep(
  { engines: { sql, telemetry }, clock, expiryClock, lifecycle, log }: Foundations,
  writer: JournalWriter,
  sensorCutoffs: SensorCutoffs,
) {
  const minutes = await MinuteRollups.open({ telemetry, writer, logger: log })
  const retention = new Retention({
    ...{ sql, telemetry, writer, minutes, clock, expiryClock, sensorCutoffs },
    ...{ audit: recordAudit, logger: log },
  })
  lifecycle.onStop('retention', () => retention.close())
  retention.start()
  const values = new ValueCounts({ telemetry, writer, clock, logger: log })
  const upkeep = new StoreUpkeep({ telemetry, minutes, values, clock, logger: log })
  lifecycle.onStop('upkeep of the telemetry store', () => upkeep.close())
  const retained: RetainedReadings = {
    cutoffsOf: (sensorId) => sensorCutoffs.of(sensorId),
    hasMinutes: (sensorId) => minutes.has(sensorId),
  }
  const rollupRepair = await RollupRepair.open({
    ...{ sql, telemetry, writer, clock, audit: recordAudit, logger: log },
  })
  lifecycle.onStop('repair of rollups', () => rollupRepair.close())
  const lateOf = (current: CurrentValues) =>
    new LateReadings({ writer, current, retention, sensorCutoffs })
  return { retention, retained, rollupRepair, lateOf }
}

/**
 * What is written to journals before anything else: readings, times that replaced others, and
 * values whose sensors cannot be added for now.
 */
async function openJournals(
  { engines, journalDirectory, bus, clock, lifecycle, log }: Foundations,
  catalogue: Catalogue,
  hasDiskSpace: () => boolean,
) {
  const replaced = await openReplacedTimes(join(journalDirectory, 'replaced-times'), {
    logger: log,
    now: clock(),
  })
  lifecycle.onStop('replaced times', () => replaced.close())
  const waiting = await WaitingValues.open(join(journalDirectory, 'without-sensors'), {
    logger: log,
  })
  const { lastReadingTimes, writer, ...others } = await openReadingPipeline({
    ...{ telemetry: engines.telemetry, catalogue, bus, clock, journalDirectory, hasDiskSpace },
    logger: log,
  })
  const presence = new PresenceTracker({ catalogue, bus, clock }, lastReadingTimes)
  lifecycle.onStop('readings writer', async () => {
    presence.close()
    await writer.close()
  })
  lifecycle.onStop('values without sensors', () => waiting.close())
  const journalStatus = (): WriterStatus => ({
    ...writer.status,
    journalBytes: writer.status.journalBytes + waiting.waitingBytes,
    damage: mergedDamage([writer.status.damage, replaced.damage, waiting.damage]),
  })
  return { ...others, writer, presence, replaced, waiting, journalStatus }
}

interface Commanded {
  readonly catalogue: Catalogue
  readonly outlet: CommandOutlet
  readonly host: SparkplugHost
}

/** Commands by the protocols of the brokers; other protocols register when they start. */
async function startCommands(
  { engines: { sql }, clock, lifecycle, log }: Foundations,
  { catalogue, outlet, host }: Commanded,
) {
  const ownCommands = new OwnCommands({ outlet, clock })
  const protocols = new CommandProtocols()
  protocols.register(ownCommands)
  protocols.register(new SparkplugCommands({ host, outlet, clock }))
  const commandRuns = new CommandRuns({ sql, audit: recordAudit, catalogue, clock, log })
  await commandRuns.recover()
  lifecycle.onStop('commands', () => commandRuns.stop())
  return { ownCommands, protocols, commandRuns }
}
