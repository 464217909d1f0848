import type { RunnableKind } from '../driver.ts'
import { ConnectorHostProcess } from './connector-host-process.ts'
import type { ToProcess } from './messages.ts'

const [, , kindsModule = '', directory = ''] = process.argv
const { runnableKinds } = (await import(kindsModule)) as {
  readonly runnableKinds: Readonly<Record<string, RunnableKind>>
}
const host = new ConnectorHostProcess(runnableKinds, directory, (message) => {
  // The server may be gone at any moment.
  if (process.connected) process.send?.(message, () => undefined)
})
process.on('message', (message) => host.receive(message as ToProcess))
// Nobody is left to whom readings could be given.
process.on('disconnect', () => void host.end())
// The server decides when it ends, also when the terminal sends a signal to all.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
