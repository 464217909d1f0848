import type { AddressInfo, Server } from 'node:net'
import { StartupError } from './startup-error.ts'

/** Where something listens, and the variables by which an operator changes that. */
export interface ListenAddress {
  /** What listens, for people: "the web server". */
  readonly purpose: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly hostVariable: string
  readonly portVariable: string
}

function reasonOf(code: string | undefined, address: ListenAddress): string | undefined {
  const { host, port, hostVariable, portVariable } = address
  const otherPort =
    `Choose another one with ${portVariable}, for ` +
    `example ${portVariable}=${port < 1024 ? port + 8000 : Math.min(port + 1, 65_535)}.`
  if (code === 'EADDRINUSE')
    return `port ${port} is already in use by another program. ${otherPort}`
  if (code === 'EACCES') return `this user may not listen on port ${port}. ${otherPort}`
  if (
    code === 'EADDRNOTAVAIL' ||
    code === 'EAFNOSUPPORT' ||
    code === 'ENOTFOUND' ||
    code === 'EAI_AGAIN'
  ) {
    return (
      `this machine has no address ${host}. Correct it in ${hostVariable}; 0.0.0.0 means ` +
      `all addresses.`
    )
  }
  return undefined
}

/**
 * How a program on this machine writes the address of `host` into a URL; `fallback` where something
 * listens on all addresses.
 */
export function reachableHost(host: string, fallback = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return fallback
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Runs `listen`, and turns a failure that the operator can cure into a StartupError that says how.
 */
export async function withListenErrors<Result>(
  address: ListenAddress,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error ? reasonOf(String(error.code), address) : undefined
    if (reason === undefined) throw error
    throw new StartupError(`Cannot start ${address.purpose}: ${reason}`, { cause: error })
  }
}

/**
 * Makes `server` listen and resolves with its address. Throws StartupError as `withListenErrors`
 * does.
 */
export function listen(server: Server, address: ListenAddress): Promise<AddressInfo> {
  return withListenErrors(
    address,
    () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host: address.host, port: address.port }, () => {
          server.off('error', reject)
          const bound = server.address()
          if (bound === null || typeof bound === 'string')
            reject(new Error('not listening on a port'))
          else resolve(bound)
        })
      }),
  )
}
