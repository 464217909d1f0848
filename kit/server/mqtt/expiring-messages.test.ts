import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { generate, parser, type Packet } from 'mqtt-packet'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { BrokerLink } from './broker-link.ts'

const current = { protocolVersion: 5 } as const

/** A broker that acknowledges everything but messages; what was published to it. */
async function silentBroker() {
  const published: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    const read = parser(current)
    const answer = (packet: Packet) => socket.write(generate(packet, current))
    read.on('packet', (packet) => {
      if (packet.cmd === 'connect')
        answer({ cmd: 'connack', sessionPresent: true, reasonCode: 0 } as Packet)
      if (packet.cmd === 'subscribe')
        answer({ cmd: 'suback', messageId: packet.messageId, granted: [1] } as Packet)
      if (packet.cmd === 'publish') published.push(`${packet.topic} at QoS ${packet.qos}`)
    })
    socket.on('data', (bytes: Buffer) => read.parse(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { published, sockets, url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('CM11 what was not acknowledged is not sent again over the next connection', async () => {
  const { published, sockets, url } = await silentBroker()
  const link = new BrokerLink({
    ...{ url, clientId: 'link', protocolVersion: 5, logger: pino({ level: 'silent' }) },
    subscriptions: { all: { qos: 1 } },
    onDelivery: async () => undefined,
    onLost: () => undefined,
  })
  onTestFinished(() => link.close())
  await link.firstAttempt()
  const send = (topic: string) =>
    link.publishExpiring({
      ...{ topic, payload: Buffer.from('{}'), properties: { messageExpiryInterval: 60 } },
    })
  send('first')
  await eventually('it came', () => published.length === 1)
  sockets[0]?.destroy()
  await eventually('the connection is lost', () => !link.connected)
  send('while away')
  await eventually('it is back', () => link.connected && link.problem === null)
  send('last')
  await eventually('the last came', () => published.includes('last at QoS 1'))
  expect(published).toEqual(['first at QoS 1', 'last at QoS 1'])
})
