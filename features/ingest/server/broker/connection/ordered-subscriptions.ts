import type { Client } from 'aedes'
import { generate, type ISubscribePacket, type IUnsubscribePacket, type Packet } from 'mqtt-packet'
import type { DeviceConnection } from '../device-connection.ts'
import { internalsOf } from './client-internals.ts'

/** As many as the broker itself has wait before the sign-in. */
const maximumWaiting = 1_000

/**
 * Has the broker deal with a SUBSCRIBE or an UNSUBSCRIBE before it receives what is behind it. By
 * itself it deals with them at once, and a subscription right behind the end of its former one is
 * granted and ended by it.
 */
export function orderSubscriptions(client: Client, connection: DeviceConnection): void {
  const { _parser: parser, subscriptions } = internalsOf(client)
  const [take] = parser.listeners('packet') as [(packet: Packet) => void]
  const waiting: Packet[] = []
  let isPassing = false
  /** Called when the broker has dealt with what it has in hand; null: nobody waits for that. */
  let answer: (() => void) | null = null

  const pass = (packet: Packet) => {
    if (packet.cmd === 'subscribe') answer = answerOf(packet, client)
    if (packet.cmd === 'unsubscribe') {
      answer = () => undefined
      announceUnsubscribe(packet, subscriptions, connection)
    }
    take.call(parser, packet)
  }
  const next = () => (answer === null && !client.closed ? waiting.shift() : undefined)
  const passWaiting = () => {
    if (isPassing) return
    isPassing = true
    for (let packet = next(); packet; packet = next()) pass(packet)
    isPassing = false
  }
  parser.removeListener('packet', take)
  parser.on('packet', (packet: Packet) => {
    if (waiting.push(packet) > maximumWaiting)
      parser.emit('error', new Error(`more than ${maximumWaiting} packets wait for a SUBACK`))
    passWaiting()
  })
  connection.onSubscriptions = () => {
    answer?.()
    answer = null
    passWaiting()
  }
}

/**
 * What is left to answer when the broker has dealt with a SUBSCRIBE. Of a filter that stands in it
 * twice the broker answers one: then the SUBACK is written here, with a code for each.
 */
function answerOf(packet: ISubscribePacket, { conn }: Client): () => void {
  const { subscriptions, messageId } = packet
  const distinct = new Map(subscriptions.map((subscription) => [subscription.topic, subscription]))
  if (distinct.size === subscriptions.length || messageId === undefined) return () => undefined
  packet.subscriptions = [...distinct.values()]
  // Without an identifier the broker writes none.
  delete packet.messageId
  return () => {
    // The broker has put there what it grants.
    const granted = subscriptions.map(({ topic }) => distinct.get(topic)?.qos ?? 0)
    conn.write(generate({ cmd: 'suback', messageId, granted }))
  }
}

function announceUnsubscribe(
  { messageId = 0, unsubscriptions }: IUnsubscribePacket,
  subscriptions: Readonly<Record<string, object | undefined>>,
  { translation }: DeviceConnection,
): void {
  if (!translation) return
  const areThere = unsubscriptions.map(
    (filter, index) =>
      subscriptions[filter] !== undefined && unsubscriptions.indexOf(filter) === index,
  )
  translation.subscriptions.unsubscribe(messageId, areThere)
  translation.retainHandling.unsubscribe(unsubscriptions)
}
