import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer, type ProxyOptions } from 'vite'

const project = fileURLToPath(new URL('../..', import.meta.url))

interface DevServer {
  /** `http://localhost:PORT` */
  readonly address: string
  close(): Promise<void>
}

/**
 * Serves the web application from its sources, each change at once. Calls and the live socket go to
 * the server on `serverPort`.
 */
export async function startDevServer(port: number, serverPort: number): Promise<DevServer> {
  const server = await createServer({
    configFile: `${project}vite.config.ts`,
    cacheDir: `${project}.cache/vite`,
    clearScreen: false,
    server: {
      port,
      strictPort: true,
      proxy: { '/api': proxyTo(`http://127.0.0.1:${serverPort}`) },
    },
  })
  await server.listen()
  return { address: `http://localhost:${port}`, close: () => server.close() }
}

function proxyTo(target: string): ProxyOptions {
  return {
    target,
    ws: true,
    configure: (proxy) => {
      // While the server starts again the page gets an error, as from any proxy, and tries later.
      proxy.on('error', (_error, _request, response) => {
        if (isResponse(response) && !response.headersSent) response.writeHead(502).end()
      })
    },
  }
}

const isResponse = (response: object): response is ServerResponse => 'writeHead' in response
