import { unlessAborted } from '#kit/server/process/unless-aborted.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { qualityCode } from '#kit/model/quality.ts'
import type { ClientMessage, LiveDevice, LiveReading } from '#kit/model/live/messages.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveServices } from './services.ts'
import { visibleDevices } from './scope.ts'
import { readTrends } from './trends-store.ts'

const trendColumnsDefault = 90
const sensorsPerMessage = 50
/** Columns of all sensors in one message, about a quarter of a megabyte. */
const columnsPerMessage = 5_000

/**
 * Answers the subscriptions of one connection one after another: what is watched, a snapshot, then
 * the recent past. Of those that come meanwhile, or while the client does not read, only the newest
 * counts: however many are sent, one waits. It does not wait for the past of the one before.
 */
export function answerSubscriptions(
  services: LiveServices,
  connection: LiveConnection,
  watch: (sensorIds: readonly number[]) => void,
): (message: ClientMessage) => void {
  let next: ClientMessage | null = null
  let running = false
  /** Aborted when a newer subscription has come. */
  let superseded = new AbortController()

  async function run(): Promise<void> {
    while (next !== null && (await connection.drain())) {
      const message: ClientMessage = next
      next = null
      const { signal } = (superseded = new AbortController())
      watch(message.sensors)
      await sendSnapshot(services, connection)
      await sendTrends(services, connection, message, signal).catch((error: unknown) => {
        if (connection.isOpen && !signal.aborted)
          services.logger.warn({ err: error }, 'trends could not be read')
      })
    }
  }

  return (message) => {
    next = message
    superseded.abort()
    if (running) return
    running = true
    void run().finally(() => (running = false))
  }
}

/**
 * The present state of all that the connection watches, in pieces that a slow client takes one by
 * one.
 */
async function sendSnapshot(
  { catalogue, current, presence }: LiveServices,
  connection: LiveConnection,
): Promise<void> {
  let piece = emptySnapshot()
  let bytes = 0
  for (const id of devicesOf(catalogue, connection)) {
    const { status, since } = presence.status(id)
    piece.devices.push([id, status, since])
  }
  for (const id of [...connection.subscribed]) {
    // While a piece waited, the right to see a sensor may have ended.
    if (!connection.subscribed.has(id)) continue
    const newest = current.get(id)
    if (!newest) {
      piece.withoutReading.push(id)
      continue
    }
    const { time, value, quality } = newest.reading
    piece.readings.push([id, time, value, qualityCode[quality]])
    if (newest.previous !== undefined && newest.changedAt !== undefined)
      piece.previous.push([id, newest.previous, newest.changedAt])
    bytes += readingBytes + sizeOf(value) + sizeOf(newest.previous)
    if (bytes < snapshotBytes) continue
    connection.send({ type: 'snapshot', ...piece })
    ;[piece, bytes] = [emptySnapshot(), 0]
    if (!(await connection.drain())) return
  }
  connection.send({ type: 'snapshot', ...piece })
}

/**
 * All devices that the client may see, as long as their list fits one page; of more, those whose
 * sensors it watches.
 */
function devicesOf(
  catalogue: LiveServices['catalogue'],
  connection: LiveConnection,
): readonly number[] {
  const visible = visibleDevices(catalogue, connection)
  if (visible.size <= maximumPageSize) return [...visible]
  const watched = new Set<number>()
  for (const id of connection.subscribed) watched.add(catalogue.sensor(id)?.deviceId ?? 0)
  return [...watched].filter((id) => visible.has(id))
}

interface Snapshot {
  readonly readings: LiveReading[]
  readonly previous: [number, number | string, number][]
  readonly withoutReading: number[]
  readonly devices: LiveDevice[]
}

const emptySnapshot = (): Snapshot => ({
  ...{ readings: [], previous: [], withoutReading: [], devices: [] },
})

/** A snapshot is cut when it is about so long. */
const snapshotBytes = 128 * 1024
const readingBytes = 48
const sizeOf = (value: number | string | null | undefined) =>
  typeof value === 'string' ? value.length : 0

/**
 * The recent past that the subscription asks for, in pieces, until a newer subscription makes it
 * pointless.
 */
async function sendTrends(
  { catalogue, telemetry, writer, clock }: LiveServices,
  connection: LiveConnection,
  message: ClientMessage,
  superseded: AbortSignal,
): Promise<void> {
  if (!message.historyMs) return
  const now = clock()
  const from = Math.min(now, Math.max(now - message.historyMs, message.since ?? 0))
  const columns = message.historyColumns ?? trendColumnsDefault
  const columnMs = Math.max(1, Math.ceil(message.historyMs / columns))
  const atOnce = Math.max(1, Math.min(sensorsPerMessage, Math.floor(columnsPerMessage / columns)))
  const signal = AbortSignal.any([connection.ended, superseded])
  const reader = telemetry.readerFor(connection.caller.sessionId, signal)
  const numeric = [...connection.subscribed].filter((id) => catalogue.sensor(id)?.type !== 'string')
  for (let start = 0; start < numeric.length; start += atOnce) {
    if (superseded.aborted || !(await connection.drain())) return
    const asked = numeric.slice(start, start + atOnce).filter((id) => connection.subscribed.has(id))
    await unlessAborted(writer.flush({ sensorIds: asked }), signal)
    const read = await unlessAborted(readTrends(reader, asked, from, columnMs), signal)
    // While it was read, the right to see a sensor may have ended.
    const isOpen = ([sensorId]: readonly [number, ...unknown[]]) =>
      connection.subscribed.has(sensorId)
    const series = read.series.filter(isOpen)
    const bad = read.bad.filter(isOpen)
    const uncertain = read.uncertain.filter(isOpen)
    if (!superseded.aborted && series.length > 0)
      connection.send({ type: 'history', from, series, bad, uncertain })
  }
}
