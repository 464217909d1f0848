import { once } from 'node:events'
import { createServer as createListener, type AddressInfo } from 'node:net'
import { startDevServer } from './dev/dev-server.ts'
import { startWatchedServer } from './dev/watched-server.ts'

/** The port that a variable names; a free one for 0. */
async function portOf(variable: string, usual: number): Promise<number> {
  const port = Number(process.env[variable] ?? usual)
  if (port !== 0) return port
  const listener = createListener().listen(0)
  await once(listener, 'listening')
  const free = (listener.address() as AddressInfo).port
  await new Promise((resolve) => listener.close(resolve))
  return free
}

const serverPort = await portOf('HTTP_PORT', 8080)
const web = await startDevServer(await portOf('DEV_PORT', 5173), serverPort)
const server = startWatchedServer({ port: serverPort, address: web.address })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void server.kill('SIGTERM'))
const [status] = (await once(server, 'exit')) as [number | null]
await web.close()
process.exit(status ?? 0)
