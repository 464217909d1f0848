import { WebSocket } from 'ws'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { AbuseCase } from '../abuse-case.ts'
import { holdConnections, write } from './connections.ts'
import { seriesKey, storeSeries } from './stored-series.ts'

const readings = 150_000
const reports = 400
const liveSockets = 1_000
const watched = 5_000

/**
 * One session asks for every reading of a sensor on 400 connections and watches 5,000 sensors on
 * 1,000 sockets, and reads nothing.
 */
export const unreadReplies: AbuseCase = {
  number: 5,
  name: 'replies and sockets of one session that nobody reads',
  async run({ url, devices, person }, signal) {
    const [, , , device] = devices
    if (!device) throw new Error('no device')
    await storeSeries(url, device, readings, signal)
    const session = await new BrowserSession(url).signIn(person.email, person.password)
    const question = {
      thing: device.lesiId,
      sensor: seriesKey,
      from: 0,
      to: Date.now() + 60_000,
      mode: 'raw',
    }
    const request = session.rawRequest('POST', '/api/scada/reportbything/sensor', question)
    const asked = holdConnections(url, reports, signal, async (socket) => {
      socket.pause()
      await write(socket, request)
    })
    const opened = await openSockets(url, session, signal)
    return `${(await asked).opened} reports asked for again, ${opened} sockets opened`
  },
}

async function openSockets(
  url: string,
  session: BrowserSession,
  signal: AbortSignal,
): Promise<number> {
  let opened = 0
  const sensors = Array.from({ length: watched }, (_, index) => index + 1)
  const subscription = JSON.stringify({
    version: 1,
    type: 'subscribe',
    sensors,
    historyMs: 86_400_000,
    historyColumns: 500,
  })
  const sockets = Array.from({ length: liveSockets }, () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
      headers: { cookie: session.cookieHeader },
    })
    socket.on('error', () => undefined)
    socket.once('open', () => {
      opened += 1
      socket.send(subscription)
      socket.pause()
    })
    return socket
  })
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  for (const socket of sockets) socket.terminate()
  return opened
}
