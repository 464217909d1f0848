import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { callControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { placeCluster } from '#testing/engines/cluster-image.ts'
import { placeTelemetry } from '#testing/engines/telemetry-image.ts'
import { eventually } from '#testing/eventually.ts'
import { startServerProcess, type ServerProcess } from '#testing/peers/server-process.ts'

interface Refused {
  readonly source: string
  readonly lesiId: string | null
  readonly address: string | null
  readonly field: string
  readonly reason: string
  readonly excerpt: string
}

const password = 'a password of the tests'

/** A real server with a data directory of its own, and what its operator and its devices do. */
export class Site {
  readonly directory: string
  server: ServerProcess
  readonly #environment: Readonly<Record<string, string>>
  readonly #tokens = new Map<string, string>()

  constructor(
    directory: string,
    server: ServerProcess,
    environment: Readonly<Record<string, string>>,
  ) {
    this.directory = directory
    this.server = server
    this.#environment = environment
  }

  /** Carries out a command of the administrator's command line in the running server. */
  async admin<Result>(command: string, options: Readonly<Record<string, string>>): Promise<Result> {
    return (await callControl(controlSocketOf(this.directory), command, options)) as Result
  }

  /** Adds a device; resolves when the server has it. */
  async addDevice(lesiId: string): Promise<void> {
    const { token } = await this.admin<{ token: string }>('device add', { id: lesiId })
    this.#tokens.set(lesiId, token)
    await eventually(`${lesiId} is known`, () =>
      this.admin('device temporary-token', { lesiId }).then(Boolean, () => false),
    )
  }

  tokenOf(lesiId: string): string {
    return this.#tokens.get(lesiId) ?? ''
  }

  /** Stored readings of a device. */
  async count(lesiId: string): Promise<number> {
    return (await this.admin<{ total: number }>('readings count', { device: lesiId })).total
  }

  /**
   * Connects as the device; rejects when the broker refuses. The client does not reconnect by
   * itself.
   */
  connect(
    lesiId: string,
    options: IClientOptions = {},
    url = this.server.mqttUrl,
  ): Promise<MqttClient> {
    const credentials = { username: lesiId, password: this.tokenOf(lesiId) }
    return connectAsync(
      url,
      { ...credentials, reconnectPeriod: 0, connectTimeout: 30_000, ...options },
      false,
    )
  }

  post(lesiId: string, body: string, token = this.tokenOf(lesiId)): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return fetch(`${this.server.url}/api/ingest/${lesiId}`, { method: 'POST', headers, body })
  }

  /** A new account, signed in. */
  async signIn(email: string, role: string): Promise<BrowserSession> {
    await this.admin('user add', { email, name: email, role, password })
    return new BrowserSession(this.server.url).signIn(email, password)
  }

  /** What was refused, newest first, as an administrator reads it. */
  async refusals(administrator: BrowserSession): Promise<readonly Refused[]> {
    return (await administrator.json<{ data: Refused[] }>('GET', '/api/ingest/refusals')).data
  }

  /** Starts the server again on the same data, after it was stopped or killed. */
  async restart(): Promise<void> {
    this.server = await startServerProcess(this.#environment)
  }

  /** Stops the server and removes its data. */
  async close(): Promise<void> {
    await this.server.stop()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Makes a data directory one whose engines have their tables: most of a first start's time. */
export async function placeEngines(directory: string): Promise<void> {
  await placeCluster(join(directory, 'postgres'))
  placeTelemetry(join(directory, 'clickhouse'))
}

async function newDataDirectory(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'warroom-site-'))
  await placeEngines(data)
  return data
}

/** Starts a server on a new data directory, or on `directory`. */
export async function startSite(
  environment: Readonly<Record<string, string>> = {},
  directory?: string,
): Promise<Site> {
  const data = directory ?? (await newDataDirectory())
  const variables = { WARROOM_DATA: data, LOG_LEVEL: 'warn', ...environment }
  return new Site(data, await startServerProcess(variables), variables)
}
