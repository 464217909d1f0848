import { setTimeout as delay } from 'node:timers/promises'
import type { AbuseCase } from '../abuse-case.ts'

const months = 323
const pauseMs = 1_000

/** Once a second a small document whose readings lie in 323 different months. */
export const oldReadings: AbuseCase = {
  number: 6,
  name: 'readings of 323 months in one document',
  async run({ url, devices }, signal) {
    const [, , device] = devices
    if (!device) throw new Error('no device')
    let taken = 0
    let sent = 0
    while (!signal.aborted) {
      sent += 1
      const document = Array.from({ length: months }, (_, month) => ({
        ts: Date.UTC(2000, month, 1) + sent,
        values: { old: month + sent },
      }))
      const headers = {
        authorization: `Bearer ${device.token}`,
        'content-type': 'application/json',
      }
      const reply = await fetch(`${url}/api/ingest/${device.lesiId}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(document),
      })
      if (reply.ok) taken += 1
      await reply.arrayBuffer()
      await delay(pauseMs)
    }
    return `${taken} of ${sent} documents taken`
  },
}
