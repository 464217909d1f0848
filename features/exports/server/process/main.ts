import { FileWriter } from './file-writer.ts'
import type { Answer, Order } from './messages.ts'

const writer = new FileWriter()
let last: Promise<void> = Promise.resolve()

process.on('message', (order) => {
  last = last.then(() => answer(order as Order))
})
// Nobody is left who wants the file.
process.on('disconnect', () => process.exit())
process.on('uncaughtException', (error) => failed(error))
// The server decides when it ends, also when the terminal sends a signal to all.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

async function answer(order: Order): Promise<void> {
  try {
    send(await writer.carryOut(order))
  } catch (error) {
    failed(error)
  }
}

function failed(error: unknown): void {
  const isDisk =
    error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  send({ type: 'failed', reason: isDisk ? 'disk' : 'defect', message: message.slice(0, 2_000) })
}

function send(reply: Answer): void {
  if (process.connected) process.send?.(reply, () => undefined)
}
