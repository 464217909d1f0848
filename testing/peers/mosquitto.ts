import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { eventually } from '#testing/eventually.ts'
import { freePort } from './free-port.ts'

/** A mosquitto of the operating system's packages, that stores its sessions over restarts. */
export class Mosquitto {
  readonly directory = mkdtempSync(join(tmpdir(), 'warroom-mosquitto-'))
  readonly port: number
  readonly url: string
  #broker: ChildProcess | undefined

  constructor(port: number) {
    this.port = port
    this.url = `mqtt://127.0.0.1:${port}`
  }

  /** Starts it, with more lines of configuration; resolves when it answers. */
  async start(settings: readonly string[] = []): Promise<void> {
    const file = join(this.directory, 'mosquitto.conf')
    const lines = [
      ...[
        'user root',
        `listener ${this.port} 127.0.0.1`,
        'allow_anonymous true',
        'max_queued_messages 0',
        'log_type none',
      ],
      ...['persistence true', `persistence_location ${this.directory}/`, ...settings],
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
    const broker = spawn('mosquitto', ['-c', file], {
      stdio: 'ignore',
      env: { ...process.env, PATH: path },
    })
    this.#broker = broker
    await new Promise<void>((resolve, reject) => {
      broker.once('spawn', resolve)
      broker.once('error', () =>
        reject(new Error('mosquitto is missing: apt-get install mosquitto')),
      )
    })
    await eventually('mosquitto answers', () =>
      connectAsync(this.url, { reconnectPeriod: 0 }, false).then(
        (client) => client.endAsync().then(() => true),
        () => false,
      ),
    )
  }

  /** Of its process; 0 while it does not run. */
  get pid(): number {
    return this.#broker?.pid ?? 0
  }

  /** Ends it in order: it writes down what it has. */
  async stop(): Promise<void> {
    const broker = this.#broker
    if (!broker || broker.exitCode !== null) return
    broker.kill()
    await once(broker, 'exit')
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Starts a mosquitto on a port that nothing else listens on. */
export async function startMosquitto(settings: readonly string[] = []): Promise<Mosquitto> {
  const broker = new Mosquitto(await freePort())
  await broker.start(settings)
  return broker
}
