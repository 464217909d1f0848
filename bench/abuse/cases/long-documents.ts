import { connectPacket, publishPacket } from '#testing/peers/mqtt-wire.ts'
import type { AbuseCase } from '../abuse-case.ts'
import { megabytes, holdConnections, write } from './connections.ts'

const values = 60
const textLength = 4_000

/**
 * One device sends documents of long texts, a quarter of a megabyte each, as fast as they are
 * taken.
 */
export const longDocuments: AbuseCase = {
  number: 4,
  name: 'documents of long texts',
  async run({ mqttUrl, devices }, signal) {
    const [, device] = devices
    if (!device) throw new Error('no device')
    const topic = `warroom/v1/${device.lesiId}/telemetry`
    let sent = 0
    const document = () => {
      sent += 1
      const text = String(sent).padEnd(textLength, 'x')
      return JSON.stringify({
        values: Object.fromEntries(
          Array.from({ length: values }, (_, index) => [`text-${index}`, text]),
        ),
      })
    }
    const tally = await holdConnections(mqttUrl, 10, signal, async (socket) => {
      await write(
        socket,
        connectPacket({
          username: device.lesiId,
          password: device.token,
          clientId: String(Math.random()),
        }),
      )
      for (let id = 1; !socket.destroyed; id = (id % 65_000) + 1)
        await write(socket, publishPacket(topic, Buffer.from(document()), 1, id))
    })
    return megabytes(tally)
  },
}
