import type { AuthenticateError, Client } from 'aedes'
import { maximumConnectionsPerDevice } from '../../contract/limits.ts'
import { tooManyBytes, type ConnectProblem, type DeviceConnection } from './device-connection.ts'
import {
  asConnectError,
  authenticate,
  connackError,
  serverUnavailable,
  type Credentials,
} from './device-credentials.ts'
import { reasonCodes } from './mqtt5/reason-codes.ts'

type Done = (error: AuthenticateError | null, success: boolean | null) => void

/** Signs devices in to connections, and has their open connections by device. */
export class DeviceSignIn {
  readonly #credentials: Credentials
  readonly #clients = new Map<string, Map<Client, DeviceConnection>>()
  /** How many times credentials were withdrawn. */
  #withdrawals = 0

  constructor(credentials: Credentials) {
    this.#credentials = credentials
  }

  /**
   * Calls `done` as the broker asks for: with the return code of the CONNACK when the connection is
   * refused.
   */
  authenticate(
    client: Client,
    connection: DeviceConnection,
    username: string | undefined,
    password: Buffer | undefined,
    done: Done,
  ): void {
    const { certificate, address } = connection
    const shown = { username, password, certificate, address }
    const withdrawals = this.#withdrawals
    authenticate(this.#credentials, shown).then(
      (device) => {
        // A connection may end while its device is registered.
        if (client.closed) return done(null, false)
        // What was shown may be what was withdrawn since it was looked for.
        if (this.#withdrawals !== withdrawals)
          return this.authenticate(client, connection, username, password, done)
        const { connectProblem, willBytes } = connection
        connection.device = device
        if (connectProblem) return refuse(connection, done, connectProblem)
        if ((this.#clients.get(device.lesiId)?.size ?? 0) >= maximumConnectionsPerDevice) {
          return refuse(connection, done, tooManyConnections)
        }
        const excess = connection.budget.moveTo(device.lesiId, willBytes)
        if (excess !== null)
          return refuse(connection, done, {
            field: 'connection',
            reason: tooManyBytes[excess],
            returnCode: serverUnavailable,
          })
        // A device must not end another one's connection by using its client id.
        Object.assign(client, { id: `${device.lesiId}/${client.id}` })
        this.#add(device.lesiId, client, connection)
        connection.admission?.signedIn(device.lesiId)
        done(null, true)
      },
      (error: unknown) => done(asConnectError(error), false),
    )
  }

  /** Ends all connections of the device; whoever is being signed in is looked for again. */
  endAll(lesiId: string): void {
    this.#withdrawals += 1
    for (const [client, { translation }] of this.#clients.get(lesiId) ?? []) {
      translation?.disconnect(reasonCodes.administrativeAction, 'its credentials were withdrawn')
      client.close()
    }
  }

  /** The connections of a device that are open. */
  clientsOf(lesiId: string): Iterable<Client> {
    return this.#clients.get(lesiId)?.keys() ?? []
  }

  #add(lesiId: string, client: Client, connection: DeviceConnection): void {
    const clients = this.#clients.get(lesiId) ?? new Map<Client, DeviceConnection>()
    // The broker ends it.
    for (const [former, { translation }] of clients)
      if (former.id === client.id)
        translation?.disconnect(reasonCodes.sessionTakenOver, 'another one has its client id')
    this.#clients.set(lesiId, clients.set(client, connection))
    client.conn.once('close', () => {
      clients.delete(client)
      if (clients.size === 0 && this.#clients.get(lesiId) === clients) this.#clients.delete(lesiId)
    })
  }
}

const tooManyConnections: ConnectProblem = {
  field: 'connection',
  reason: `${maximumConnectionsPerDevice} connections with these credentials are open`,
  returnCode: serverUnavailable,
}

function refuse(
  connection: DeviceConnection,
  done: Done,
  { field, reason, returnCode }: ConnectProblem,
): void {
  connection.refuse(field, reason)
  connection.translation?.refuseConnect(reason)
  done(connackError(reason, returnCode), false)
}
