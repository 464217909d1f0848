import { connectPacket, publishPacket } from '#testing/peers/mqtt-wire.ts'
import type { AbuseCase } from '../abuse-case.ts'
import { megabytes, holdConnections, write } from './connections.ts'

/** Ten connections of one device send long messages at QoS 2 and no PUBREL. */
export const heldMessages: AbuseCase = {
  number: 3,
  name: 'QoS 2 without PUBREL on ten connections',
  async run({ mqttUrl, devices }, signal) {
    const [device] = devices
    if (!device) throw new Error('no device')
    const payload = Buffer.alloc(250_000, 'x')
    const topic = `warroom/v1/${device.lesiId}/telemetry`
    const tally = await holdConnections(mqttUrl, 10, signal, async (socket) => {
      const clientId = String(Math.random())
      await write(
        socket,
        connectPacket({ username: device.lesiId, password: device.token, clientId }),
      )
      for (let id = 1; id < 65_535 && !socket.destroyed; id++)
        await write(socket, publishPacket(topic, payload, 2, id))
    })
    return megabytes(tally)
  },
}
