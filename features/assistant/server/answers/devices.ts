import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { leftOpen } from '../../contract/phrases/phrases.ts'
import {
  deviceCitation,
  deviceListCitation,
  sensorCitation,
  sentence,
  type Answering,
  type Said,
} from './answering.ts'

/** Devices and sensors that an answer lists. */
const maximumListed = 10

/** Who is offline and since when; of named devices each. */
export function answerOffline(answering: Answering): Said {
  const { asked, plant, say } = answering
  const named = namedDevices(answering)
  if (named.length > 0)
    return {
      sentences: named.slice(0, maximumListed).map((device) => presenceOf(answering, device)),
    }
  const devices = plant.devices()
  const isOnline = asked.intent === 'online'
  const offline = devices.filter((device) => plant.presence(device).status === 'offline')
  const counts = {
    offline: offline.length,
    online: devices.length - offline.length,
    all: devices.length,
  }
  const head = isOnline ? say.onlineCount(counts) : say.offlineCount(counts)
  const longest = offline.toSorted(
    (one, other) => (plant.presence(one).since ?? 0) - (plant.presence(other).since ?? 0),
  )
  const list = deviceListCitation(
    answering,
    offline.length === 0 || isOnline ? 'online' : 'offline',
  )
  return {
    sentences: [
      sentence(head, list),
      ...longest.slice(0, maximumListed).map((device) => presenceOf(answering, device)),
      ...(longest.length > maximumListed
        ? [
            sentence(
              say.more(longest.length - maximumListed),
              deviceListCitation(answering, 'offline'),
            ),
          ]
        : []),
    ],
  }
}

function namedDevices({ asked, plant }: Answering): readonly CatalogueDevice[] {
  if (asked.devices.length > 0) return asked.devices
  const ids = new Set(asked.sensors.map(({ deviceId }) => deviceId))
  return [...ids].flatMap((id) => plant.deviceById(id) ?? [])
}

function presenceOf({ plant, say, format }: Answering, device: CatalogueDevice) {
  const { status, since, lastSeen } = plant.presence(device)
  const { name } = device
  const moment = since === null ? null : format.moment(since)
  const duration = since === null ? null : format.duration(plant.now - since)
  const text =
    lastSeen === null && since === null
      ? say.neverSeen(name)
      : status === 'offline'
        ? say.offline({ name, since: moment, duration })
        : say.online({ name, since: moment })
  return sentence(text, deviceCitation(device))
}

/** Which sensors a device has, which sensors have a name, or which devices there are. */
export function answerFind(answering: Answering): Said {
  const { asked, plant, say } = answering
  const { sensors, devices } = asked
  if (sensors.length > 0) {
    const listed = sensors.slice(0, maximumListed)
    const list = listed.map((sensor) => plant.labelOf(sensor)).join(', ')
    const citations = listed.map((sensor) => sensorCitation(answering, sensor))
    return withMore(
      answering,
      sensors.length,
      say.found({ count: sensors.length, list }),
      citations,
    )
  }
  if (devices.length > 0)
    return {
      sentences: devices.slice(0, maximumListed).map((device) => {
        const own = plant.sensorsOf(device)
        const list = own
          .slice(0, maximumListed)
          .map(({ alias }) => alias)
          .join(', ')
        const rest = own.length > maximumListed ? ', …' : ''
        const whole = { name: device.name, count: own.length, list: list + rest }
        return sentence(leftOpen(say.deviceSensors(whole)), deviceCitation(device))
      }),
    }
  const every = asked.isOfDevices ? [] : plant.sensors()
  if (every.length > 0) return answerFind({ ...answering, asked: { ...asked, sensors: every } })
  const all = plant.devices()
  const listed = all.slice(0, maximumListed)
  const list = listed.map(({ name }) => name).join(', ')
  return withMore(
    answering,
    all.length,
    say.deviceCount({ count: all.length, list }),
    listed.map(deviceCitation),
  )
}

function withMore(
  { say }: Answering,
  count: number,
  text: string,
  citations: Parameters<typeof sentence>[1][],
): Said {
  const more = count > maximumListed ? [sentence(say.more(count - maximumListed))] : []
  return { sentences: [sentence(text, ...citations.flatMap((each) => each ?? [])), ...more] }
}
