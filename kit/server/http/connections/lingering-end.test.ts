import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#kit/model/calls/route.ts'
import { eventually } from '#testing/eventually.ts'
import { Budget } from '../../budget/budget.ts'
import { createHttpApplication } from '../application.ts'
import { countBodies } from '../requests/body-budget.ts'
import { connectionLimits, limitConnections } from './limits.ts'
import { serve } from '../serve.ts'

const mebibyte = 2 ** 20
const ofDevices = defineRoute({
  ...{ method: 'POST', path: '/api/of-devices', summary: 'Says how much came', gate: 'device' },
  body: z.object({ text: z.string() }),
  reply: z.object({ length: z.int() }),
})

/** The port of a server with a call that takes a mebibyte. */
async function startServer(): Promise<number> {
  const app = createHttpApplication(pino({ level: 'silent' }))
  const limits = connectionLimits(128 * mebibyte, [])
  countBodies(app, new Budget(128 * mebibyte), limitConnections(app, limits))
  serve(app, ofDevices, async ({ body }) => ({ length: body.text.length }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

/** Announces so many bytes, more than the call takes, and sends them when it has the answer. */
async function sendTooMuch(
  bytes: number,
  port?: number,
): Promise<{ readonly sent: number; readonly text: string }> {
  port ??= await startServer()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => chunks.push(chunk))
  const text = () => Buffer.concat(chunks).toString()
  socket.write(
    `POST ${ofDevices.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${bytes}\r\n\r\n`,
  )
  await eventually('it is answered', () => text().includes('"payload_too_large"'))
  const chunk = 'x'.repeat(mebibyte)
  const write = () =>
    new Promise<boolean>((resolve) => socket.write(chunk, (error) => resolve(!error)))
  let sent = 0
  while (sent < bytes && (await write())) sent += mebibyte
  socket.end()
  return { sent, text: text() }
}

it('HL9 who still sends what is too large can, and has the answer', async () => {
  const { sent, text } = await sendTooMuch(8 * mebibyte)
  expect(sent).toBe(8 * mebibyte)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).toMatch(/\r\nconnection: close\r\n/i)
})

it('HL9 of what is much too large some is skipped, then the connection ends', async () => {
  const { sent } = await sendTooMuch(64 * mebibyte)
  expect(sent).toBeGreaterThanOrEqual(16 * mebibyte)
  expect(sent).toBeLessThan(64 * mebibyte)
})

it('HL9 what is skipped counts for the pace of its address', async () => {
  const port = await startServer()
  const begun = performance.now()
  for (let times = 0; times < 3; times++) await sendTooMuch(12 * mebibyte, port)
  // A burst of 16 MiB, and the rest at that rate; what is in the buffers of the system is not read.
  expect(performance.now() - begun).toBeGreaterThan(500)
})
