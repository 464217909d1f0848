import { connectAsync, type MqttClient } from 'mqtt'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { noAudit } from '#testing/no-audit.ts'
import { plainSensor } from '#kit/model/sensor.ts'
import { eventually } from '#testing/eventually.ts'
import {
  provisionDevices,
  type PlantDevice,
  type PlantSensor,
} from '#features/devices/server/index.ts'
import type { Stage } from './stage.ts'

type Value =
  | number
  | string
  | { readonly v: number | string; readonly q: 'good' | 'uncertain' | 'bad' }
  | null

export interface Document {
  /** ms UTC; absent: now. */
  readonly ts?: number
  readonly values: Readonly<Record<string, Value>>
}

/**
 * A device as the broker sees it: a client with a will, that waits for every acknowledgement. It
 * ends with the server.
 */
export class Device {
  readonly lesiId: string
  readonly #client: MqttClient

  private constructor(lesiId: string, client: MqttClient) {
    this.lesiId = lesiId
    this.#client = client
  }

  static async connect(mqttUrl: string, lesiId: string, token: string): Promise<Device> {
    const will = {
      topic: `warroom/v1/${lesiId}/status`,
      payload: Buffer.from('offline'),
      qos: 1,
      retain: true,
    } as const
    const client = await connectAsync(mqttUrl, {
      username: lesiId,
      password: token,
      clientId: lesiId,
      will,
      reconnectPeriod: 0,
    })
    // The server's death is part of what is tested.
    client.on('error', () => {})
    return new Device(lesiId, client)
  }

  /** Resolves when the readings are acknowledged, and thereby stored. */
  async publish(documents: Document | readonly Document[]): Promise<void> {
    await this.#client.publishAsync(
      `warroom/v1/${this.lesiId}/telemetry`,
      JSON.stringify(documents),
      { qos: 1 },
    )
  }

  /** Vanishes without a word: the broker speaks the will. */
  vanish(): void {
    this.#client.stream.destroy()
  }
}

/** A sensor with everything that a test does not care about. */
export function sensorOf(key: string, own: Partial<PlantSensor> = {}): PlantSensor {
  return {
    key,
    alias: key,
    type: 'analog',
    unit: '',
    decimals: 1,
    lowerAlarm: null,
    upperAlarm: null,
    scaleLow: null,
    scaleHigh: null,
    intervalMs: 10_000,
    ...plainSensor,
    states: {},
    ...own,
  }
}

/**
 * Adds devices with described sensors to a running server, and waits until it has them; their
 * tokens by LESI ID.
 */
export async function addDevices(
  stage: Stage,
  devices: readonly PlantDevice[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = await stage.withDatabase((sql) =>
    provisionDevices({ sql, audit: noAudit, accounts }, { devices, bindings: [] }),
  )
  await eventually('the server has the devices', async () => {
    const answers = await Promise.all(
      [...tokens].map(([lesiId, token]) => isKnown(stage.server.url, lesiId, token)),
    )
    return answers.every(Boolean)
  })
  return tokens
}

/** A document without values is refused, but as that of a registered device. */
async function isKnown(url: string, lesiId: string, token: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const { status } = await fetch(`${url}/api/ingest/${lesiId}`, {
    method: 'POST',
    headers,
    body: '{"values":{}}',
  })
  return status !== 401
}

/**
 * Removes all devices, with their sensors: what comes next shows its own alone. Each has an id of
 * its own, because the connections of a removed one are ended a moment later.
 */
export async function removeDevices(stage: Stage): Promise<void> {
  const devices = (await stage.command('device list', {})) as readonly { lesiId: string }[]
  for (const { lesiId } of devices) await stage.command('device remove', { id: lesiId, yes: true })
}
