import { longestPage } from '#kit/model/sensor-filter.ts'
import { qualityCode } from '#kit/model/quality.ts'
import type { ClientMessage, LiveDevice, LiveReading } from '../contract/messages.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveServices } from './live-hub.ts'
import { readTrends } from './trends-store.ts'

const trendColumnsDefault = 90
const sensorsPerMessage = 50

/**
 * Answers the subscriptions of one connection one after another: what is watched, a snapshot, then the recent past. Of those that
 * come meanwhile, or while the client does not read, only the newest counts: however many are sent, one waits.
 */
export function answerInTurn(
  services: LiveServices,
  connection: LiveConnection,
  watch: (sensorIds: readonly number[]) => void,
): (message: ClientMessage) => void {
  let next: ClientMessage | null = null
  let running = false

  async function run(): Promise<void> {
    while (next !== null && (await connection.room())) {
      const message: ClientMessage = next
      next = null
      watch(message.sensors)
      sendSnapshot(services, connection)
      await sendTrends(services, connection, message, () => next === null).catch((error: unknown) => {
        if (connection.isOpen) services.logger.warn({ err: error }, 'trends could not be read')
      })
    }
  }

  return (message) => {
    next = message
    if (running) return
    running = true
    void run().finally(() => (running = false))
  }
}

/** The present state of all that the connection watches. */
function sendSnapshot({ catalogue, current, presence }: LiveServices, connection: LiveConnection): void {
  const readings: LiveReading[] = []
  const previous: [number, number | string, number][] = []
  for (const id of connection.subscribed) {
    const known = current.get(id)
    if (!known) continue
    readings.push([id, known.reading.time, known.reading.value, qualityCode[known.reading.quality]])
    if (known.previous !== undefined && known.changedAt !== undefined) previous.push([id, known.previous, known.changedAt])
  }
  const devices = devicesOf(catalogue, connection).map((id): LiveDevice => {
    const { status, since } = presence.status(id)
    return [id, status, since]
  })
  connection.send({ type: 'snapshot', readings, previous, devices })
}

/** All devices that the client may see, as long as their list fits one page; of more, those whose sensors it watches. */
function devicesOf(catalogue: LiveServices['catalogue'], { caller, subscribed }: LiveConnection): readonly number[] {
  const visible = catalogue.visibleDeviceIds(caller)
  if (visible.size <= longestPage) return [...visible]
  const watched = new Set<number>()
  for (const id of subscribed) watched.add(catalogue.sensor(id)?.deviceId ?? 0)
  return [...watched].filter((id) => visible.has(id))
}

/** The recent past that the subscription asks for, in pieces, until a newer subscription makes it pointless. */
async function sendTrends(
  { catalogue, telemetry, writer, clock }: LiveServices,
  connection: LiveConnection,
  message: ClientMessage,
  wanted: () => boolean,
): Promise<void> {
  if (!message.historyMs) return
  const from = Math.max(clock() - message.historyMs, message.since ?? 0)
  const columnMs = Math.max(1, Math.ceil(message.historyMs / (message.historyColumns ?? trendColumnsDefault)))
  const reader = telemetry.readerFor(connection.caller.sessionId, connection.ended)
  const numeric = [...connection.subscribed].filter((id) => catalogue.sensor(id)?.type !== 'string')
  for (let start = 0; start < numeric.length; start += sensorsPerMessage) {
    if (!wanted() || !(await connection.room())) return
    const asked = numeric.slice(start, start + sensorsPerMessage).filter((id) => connection.subscribed.has(id))
    await writer.flush({ sensorIds: asked })
    const read = await readTrends(reader, asked, from, columnMs)
    // While it was read, the right to see a sensor may have ended.
    const series = read.filter(([sensorId]) => connection.subscribed.has(sensorId))
    if (wanted() && series.length > 0) connection.send({ type: 'history', from, series })
  }
}
