import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer, TLSSocket, type Server } from 'node:tls'
import type { Logger } from 'pino'
import type { Budget, Excess, Reservation } from '#kit/server/budget/budget.ts'
import type { PresentedCertificate } from '#kit/server/devices/device-certificates.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import { reasonOf, StartupError } from '#kit/server/process/startup-error.ts'
import type { Refusals } from '../../refusals/refusals.ts'

/** Paths of PEM files: the certificate with those that vouch for it, and its key. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
  /** Of those that vouch for certificates of devices; null: nobody does. */
  readonly authority: string | null
}

interface Dependencies {
  readonly budget: Budget
  readonly refusals: Refusals
  readonly logger: Logger
  readonly files: CertificateFiles
  /** How often the files are looked at; every 30 s by default. */
  readonly filePollMs?: number
  /** Takes a connection whose handshake is done. */
  readonly onConnection: (socket: TLSSocket) => void
}

/** What a connection costs until its handshake is done. */
const handshakeBytes = 64 * 1024
const handshakeTimeoutMs = 10_000
const filePollDefaultMs = 30_000

export interface TlsListener {
  /** The caller listens. */
  readonly server: Server
  /** Takes no more connections; those that were taken go on. */
  close(): void
}

/**
 * Takes connections with TLS 1.2 or 1.3. A handshake counts for the address that it comes from, and
 * ends after 10 s. Throws StartupError when the files cannot be used; later, while they cannot, the
 * certificate stays that was there.
 */
export function createTlsListener(dependencies: Dependencies): TlsListener {
  const { files, logger, onConnection, filePollMs = filePollDefaultMs } = dependencies
  const server = createServerOf(files)
  const handshakes = new Handshakes(dependencies)
  server.prependListener('connection', (socket: Socket) => handshakes.begin(socket))
  server.on('secureConnection', (socket) => {
    handshakes.end(socket)
    onConnection(socket)
  })
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
    handshakes.end(socket)
    refuse(dependencies, socket.remoteAddress ?? '', `no TLS connection: ${reasonOf(error)}`)
  })
  const renew = () => {
    try {
      server.setSecureContext(readFiles(files))
      logger.info('the certificate of the MQTT port with TLS was read again')
    } catch (error) {
      logger.error({ err: error }, 'the certificate of the MQTT port with TLS cannot be read')
    }
  }
  const paths = Object.values(files).filter((path) => path !== null)
  for (const path of paths) watchFile(path, { interval: filePollMs }, renew).unref()
  return {
    server,
    close() {
      for (const path of paths) unwatchFile(path, renew)
      server.close()
    },
  }
}

function createServerOf(files: CertificateFiles): Server {
  try {
    return createServer({
      ...{ ...readFiles(files), minVersion: 'TLSv1.2', handshakeTimeout: handshakeTimeoutMs },
      ALPNProtocols: ['mqtt'],
      // Whether it opens anything is decided at the sign-in, which can say why not.
      ...{ requestCert: true, rejectUnauthorized: false },
    })
  } catch (error) {
    throw new StartupError(
      `The MQTT port with TLS cannot use TLS_CERT=${files.certificate} and TLS_KEY=${files.key}` +
        `${files.authority === null ? '' : ` with TLS_CLIENT_CA=${files.authority}`}: ` +
        reasonOf(error),
      { cause: error },
    )
  }
}

function readFiles({ certificate, key, authority }: CertificateFiles) {
  return {
    ...{ cert: readFileSync(certificate), key: readFileSync(key) },
    // Without an authority nobody vouches for anything: by default the well-known ones would.
    ca: authority === null ? [] : [readFileSync(authority)],
  }
}

/** What the device has shown; null: nothing. */
export function presentedCertificate(socket: Duplex): PresentedCertificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const certificate = socket.getPeerX509Certificate()
  return certificate ? { certificate, isVouchedFor: socket.authorized } : null
}

/** Connections whose handshake is not done, counted for the address that they come from. */
class Handshakes {
  readonly #dependencies: Dependencies
  /** By address and port of the peer. */
  readonly #held = new Map<string, Reservation>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Ends the connection where there are too many. */
  begin(socket: Socket): void {
    const { remoteAddress = '' } = socket
    const source = `address ${networkSource(remoteAddress)}`
    const { budget } = this.#dependencies
    const held = budget.reserve('mqtt-connection', source, handshakeBytes)
    if (typeof held === 'string') {
      refuse(this.#dependencies, remoteAddress, tooManyHandshakes[held])
      socket.destroy()
      return
    }
    const peer = peerOf(socket)
    this.#held.set(peer, held)
    socket.once('close', () => {
      held.release()
      if (this.#held.get(peer) === held) this.#held.delete(peer)
    })
  }

  end(socket: Socket): void {
    const peer = peerOf(socket)
    this.#held.get(peer)?.release()
    this.#held.delete(peer)
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

const tooManyHandshakes: Readonly<Record<Excess, string>> = {
  share: 'too many connections of this address have not signed in yet',
  total: 'too many connections are open',
}

function refuse({ refusals }: Dependencies, address: string, reason: string): void {
  refusals.add({ source: 'MQTT with TLS', lesiId: null, address, field: 'connection', reason })
}
