import { connectPacket } from '#testing/peers/mqtt-wire.ts'
import type { AbuseCase } from '../abuse-case.ts'
import { megabytes, holdConnections, write } from './connections.ts'

/**
 * Many connections of one device, each with the longest identifier and will that MQTT allows; some
 * shorter ones that are taken.
 */
export const willsAndIdentifiers: AbuseCase = {
  number: 3,
  name: 'long wills and client ids',
  async run({ mqttUrl, devices }, signal) {
    const [device] = devices
    if (!device) throw new Error('no device')
    const credentials = { username: device.lesiId, password: device.token }
    const topic = `warroom/v1/${device.lesiId}/status`
    const tally = await holdConnections(mqttUrl, 300, signal, async (socket) => {
      const isLong = Math.random() < 0.5
      const payload = Buffer.alloc(isLong ? 65_000 : 4_000)
      const clientId = String(Math.random()).padEnd(isLong ? 65_000 : 200, 'c')
      await write(socket, connectPacket({ ...credentials, clientId, will: { topic, payload } }))
    })
    return megabytes(tally)
  },
}
