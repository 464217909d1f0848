import type { MqttClient } from 'mqtt'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import {
  connectPacket,
  openWire,
  type ConnectOptions,
  type Wire,
} from '#testing/peers/mqtt-wire.ts'
import { startSite, type Site } from './site.ts'

/** A server for tests of what devices send: an administrator, and devices as they are needed. */
export interface DeviceSite {
  readonly site: Site
  readonly administrator: BrowserSession
  /** Adds a device; its LESI ID. */
  readonly newDevice: () => Promise<string>
  /** What was refused of a device, or of those that are none: `address field: reason`. */
  readonly listed: (lesiId: string | null) => Promise<readonly string[]>
  /** Bytes of a kind that wait, as the metrics show them. */
  readonly budgetOf: (kind: string) => Promise<number>
  /** A connection on which the device's CONNECT was sent. */
  readonly openWire: (lesiId: string, options?: Partial<ConnectOptions>) => Promise<Wire>
  /** The same, once the device is signed in. */
  readonly signInWire: (lesiId: string, options?: Partial<ConnectOptions>) => Promise<Wire>
}

export const telemetryTopic = (lesiId: string) => `warroom/v1/${lesiId}/telemetry`
export const statusTopic = (lesiId: string) => `warroom/v1/${lesiId}/status`

/** Publishes a telemetry document at QoS 1; resolves when it is acknowledged. */
export const publish = (client: MqttClient, lesiId: string, document: unknown) =>
  client.publishAsync(
    telemetryTopic(lesiId),
    typeof document === 'string' ? document : JSON.stringify(document),
    { qos: 1 },
  )

export const endOf = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))

export async function startDeviceSite(): Promise<DeviceSite> {
  const site = await startSite()
  const administrator = await site.signIn('admin@example.test', 'admin')
  let devices = 0
  const send = async (lesiId: string, options: Partial<ConnectOptions> = {}): Promise<Wire> => {
    const wire = await openWire(site.server.mqttUrl)
    const credentials = { username: lesiId, password: site.tokenOf(lesiId) }
    wire.socket.write(connectPacket({ ...credentials, ...options }))
    return wire
  }
  return {
    site,
    administrator,
    async newDevice() {
      const lesiId = `device-${++devices}`
      await site.addDevice(lesiId)
      return lesiId
    },
    async listed(lesiId) {
      const all = await site.refusals(administrator)
      return all
        .filter((refusal) => refusal.lesiId === lesiId)
        .map(({ address, field, reason }) => `${address} ${field}: ${reason}`)
    },
    async budgetOf(kind) {
      const text = await (await fetch(`${site.server.url}/api/metrics`)).text()
      return Number(
        new RegExp(`^warroom_budget_bytes\\{kind="${kind}"\\} (\\d+)`, 'm').exec(text)?.[1],
      )
    },
    openWire: send,
    async signInWire(lesiId, options) {
      const wire = await send(lesiId, options)
      await eventually('the CONNACK came', () => wire.received().length >= 4)
      const connack = wire.received().subarray(0, 4).toString('hex')
      if (connack !== '20020000') throw new Error(`refused with the CONNACK ${connack}`)
      return wire
    },
  }
}
