import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { AbuseCase } from '../abuse-case.ts'
import { seriesKey, storeSeries } from './stored-series.ts'

const readings = 250_000
const atOnce = 150

/** One session has 150 reports of a long time under way at all times. */
export const questionsOfOne: AbuseCase = {
  number: 15,
  name: '150 reports at once of one session',
  async run({ url, devices, person }, signal) {
    const [, , , , device] = devices
    if (!device) throw new Error('no device')
    await storeSeries(url, device, readings, signal)
    const session = await new BrowserSession(url).signIn(person.email, person.password)
    const question = {
      thing: device.lesiId,
      sensor: seriesKey,
      from: 0,
      to: Date.now() + 60_000,
      width: 1_500,
      mode: 'columns',
    }
    const answers = new Map<number, number>()
    const ask = async () => {
      while (!signal.aborted) {
        const reply = await session.request('POST', '/api/scada/reportbything/sensor', question)
        await reply.arrayBuffer()
        answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, ask))
    return [...answers].map(([status, count]) => `${count} answered ${status}`).join(', ')
  },
}
