import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { withoutFinalStop } from '../../contract/phrases/phrases.ts'
import {
  deviceCitation,
  deviceListCitation,
  sensorCitation,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

/** Devices and sensors that an answer lists. */
const maximumListed = 10

/** Who is offline and since when; of named devices each. */
export function answerOffline(context: AnswerContext): AnswerContent {
  const { asked, plant, phrase } = context
  const named = namedDevices(context)
  if (named.length > 0)
    return {
      sentences: named.slice(0, maximumListed).map((device) => presenceOf(context, device)),
    }
  const devices = plant.devices()
  const isOnline = asked.intent === 'online'
  const offline = devices.filter((device) => plant.presence(device).status === 'offline')
  const counts = {
    offline: offline.length,
    online: devices.length - offline.length,
    all: devices.length,
  }
  const head = isOnline ? phrase.onlineCount(counts) : phrase.offlineCount(counts)
  const longest = offline.toSorted(
    (one, other) => (plant.presence(one).since ?? 0) - (plant.presence(other).since ?? 0),
  )
  const list = deviceListCitation(context, offline.length === 0 || isOnline ? 'online' : 'offline')
  return {
    sentences: [
      sentence(head, list),
      ...longest.slice(0, maximumListed).map((device) => presenceOf(context, device)),
      ...(longest.length > maximumListed
        ? [
            sentence(
              phrase.more(longest.length - maximumListed),
              deviceListCitation(context, 'offline'),
            ),
          ]
        : []),
    ],
  }
}

function namedDevices({ asked, plant }: AnswerContext): readonly CatalogueDevice[] {
  if (asked.devices.length > 0) return asked.devices
  const ids = new Set(asked.sensors.map(({ deviceId }) => deviceId))
  return [...ids].flatMap((id) => plant.deviceById(id) ?? [])
}

function presenceOf({ plant, phrase, format }: AnswerContext, device: CatalogueDevice) {
  const { status, since, lastSeen } = plant.presence(device)
  const { name } = device
  const moment = since === null ? null : format.moment(since)
  const duration = since === null ? null : format.duration(plant.now - since)
  const text =
    lastSeen === null && since === null
      ? phrase.neverSeen(name)
      : status === 'offline'
        ? phrase.offline({ name, since: moment, duration })
        : phrase.online({ name, since: moment })
  return sentence(text, deviceCitation(device))
}

/** Which sensors a device has, which sensors have a name, or which devices there are. */
export function answerFind(context: AnswerContext): AnswerContent {
  const { asked, plant, phrase } = context
  const { sensors, devices } = asked
  if (sensors.length > 0) {
    const listed = sensors.slice(0, maximumListed)
    const list = listed.map((sensor) => plant.labelOf(sensor)).join(', ')
    const citations = listed.map((sensor) => sensorCitation(context, sensor))
    return withMore(
      context,
      sensors.length,
      phrase.found({ count: sensors.length, list }),
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
        return sentence(withoutFinalStop(phrase.deviceSensors(whole)), deviceCitation(device))
      }),
    }
  const every = asked.isOfDevices ? [] : plant.sensors()
  if (every.length > 0) return answerFind({ ...context, asked: { ...asked, sensors: every } })
  const all = plant.devices()
  const listed = all.slice(0, maximumListed)
  const list = listed.map(({ name }) => name).join(', ')
  return withMore(
    context,
    all.length,
    phrase.deviceCount({ count: all.length, list }),
    listed.map(deviceCitation),
  )
}

function withMore(
  { phrase }: AnswerContext,
  count: number,
  text: string,
  citations: Parameters<typeof sentence>[1][],
): AnswerContent {
  const more = count > maximumListed ? [sentence(phrase.more(count - maximumListed))] : []
  return { sentences: [sentence(text, ...citations.flatMap((each) => each ?? [])), ...more] }
}
