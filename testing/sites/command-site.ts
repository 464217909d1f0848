import { randomUUID } from 'node:crypto'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Command, DescribedTarget, OfferedTarget } from '#features/commands/contract/routes.ts'
import { eventually } from '#testing/eventually.ts'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import type { Site } from './site.ts'

/** A command as a device received it. */
export interface ReceivedCommand {
  readonly id: string
  readonly name: string
  readonly value: number | string | boolean
  readonly expires: number
}

export const commandTopic = (lesiId: string) => `warroom/v1/${lesiId}/command`

export const speed: DescribedTarget = {
  ...{ name: 'speed', type: 'number', unit: 'rpm', minimum: 0, maximum: 1_500 },
}

/** Switches commands to a device on, with these targets. */
export async function allowCommands(
  person: BrowserSession,
  lesiId: string,
  targets: readonly DescribedTarget[] = [speed],
): Promise<void> {
  const path = `/api/devices/${lesiId}/commands`
  const { data } = await person.json<{ data: { settings: { version: number } } }>('GET', path)
  const { version } = data.settings
  await person.json('PUT', `${path}/settings`, { version, enabled: true, targets })
}

/** What a person asks for when they confirm a command. */
export const asked = (value: unknown, more: object = {}) => ({
  ...{ id: randomUUID(), protocol: 'warroom', target: 'speed', value, confirmedAt: Date.now() },
  ...more,
})

/** Sends a command; the reply of the server. */
export const send = (person: BrowserSession, lesiId: string, body: object) =>
  person.request('POST', `/api/devices/${lesiId}/commands`, body)

/** What can be commanded at a device now. */
export async function targetsOf(
  person: BrowserSession,
  lesiId: string,
): Promise<readonly OfferedTarget[]> {
  const path = `/api/devices/${lesiId}/commands`
  const { data } = await person.json<{ data: { targets: OfferedTarget[] } }>('GET', path)
  return data.targets
}

/** The commands to a device, newest first. */
export async function history(person: BrowserSession, lesiId: string): Promise<readonly Command[]> {
  const path = `/api/devices/${lesiId}/commands/history`
  return (await person.json<{ data: Command[] }>('GET', path)).data
}

/** Waits until a command has its outcome, and returns it. */
export async function outcomeOf(
  person: BrowserSession,
  lesiId: string,
  id: string,
): Promise<Command> {
  let ended: Command | undefined
  await eventually(`command ${id} has an outcome`, async () => {
    ended = (await history(person, lesiId)).find((each) => each.id === id && each.outcome !== null)
    return ended
  })
  if (!ended) throw new Error('no outcome')
  return ended
}

/** A device that listens for commands; what it received, and the way to answer. */
export async function listeningDevice(
  site: Site,
  lesiId: string,
  options: IClientOptions = {},
  url = site.server.mqttUrl,
) {
  const client: MqttClient = await site.connect(lesiId, options, url)
  const received: ReceivedCommand[] = []
  const packets: {
    readonly qos: number
    readonly retain: boolean
    readonly properties: unknown
  }[] = []
  client.on('message', (topic, payload, packet) => {
    if (topic !== commandTopic(lesiId)) return
    received.push(JSON.parse(payload.toString()) as ReceivedCommand)
    packets.push({ qos: packet.qos, retain: packet.retain, properties: packet.properties })
  })
  await client.subscribeAsync(commandTopic(lesiId), { qos: 1 })
  const answer = (id: string, outcome: string, reason?: string) =>
    client.publishAsync(`${commandTopic(lesiId)}/answer`, JSON.stringify({ id, outcome, reason }), {
      qos: 1,
    })
  return { client, received, packets, answer }
}
