import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { afterEach, beforeEach } from 'vitest'
import { runReplay } from '../command.ts'
import { readOptions } from '../options.ts'
import { replay, type ReplayHooks } from '../replay.ts'

// Each test has a broker and a folder of its own.
export const token = 'the right token'
export let directory: string
export let url: string
/** What devices sent, in its order. */
export let received: { device: string; ts: number; values: Record<string, unknown> }[]
export let statuses: string[]
/** How the broker behaves: whether it acknowledges telemetry. */
export const broker = { isAcknowledging: true }
let closeBroker: () => Promise<void>

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'replay-test-'))
  received = []
  statuses = []
  broker.isAcknowledging = true
  const aedes = await Aedes.createBroker()
  const server = createServer((socket) => aedes.handle(socket))
  aedes.authenticate = (_client, _user, password, done) => {
    if (String(password) === token) done(null, true)
    else done(Object.assign(new Error('no'), { returnCode: 5 }), false)
  }
  aedes.authorizePublish = (_client, { topic, payload }, done) => {
    const [, , device = '', kind] = topic.split('/')
    if (kind === 'status') statuses.push(String(payload))
    else
      received.push({
        device,
        ...(JSON.parse(String(payload)) as { ts: number; values: Record<string, unknown> }),
      })
    if (kind === 'status' || broker.isAcknowledging) done(null)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
  closeBroker = async () => {
    await new Promise<void>((resolve) => aedes.close(resolve))
    await new Promise((resolve) => server.close(resolve))
  }
})

afterEach(async () => {
  await closeBroker()
  await rm(directory, { recursive: true, force: true })
})

export async function fileOf(text: string): Promise<string> {
  const file = join(directory, 'recording.csv')
  await writeFile(file, text)
  return file
}

export async function play(
  text: string,
  args: readonly string[] = [],
  hooks: Partial<ReplayHooks> = {},
) {
  const options = readOptions([
    await fileOf(text),
    '--device',
    'PUMP-1',
    '--url',
    url,
    '--speed',
    'max',
    ...args,
  ])
  if (options === 'help') throw new Error('That was a question for help')
  return replay(options, { url, token, signal: new AbortController().signal, ...hooks })
}

/** Runs the command in this process and notes what it says. */
export async function command(
  args: readonly string[],
  context: { environment?: Record<string, string>; storedToken?: string; broker?: string } = {},
) {
  let printed = ''
  let errorText = ''
  const code = await runReplay({
    args,
    environment: context.environment ?? {},
    findToken: () => Promise.resolve(context.storedToken),
    findBroker: () => Promise.resolve(context.broker ?? 'mqtt://127.0.0.1:1'),
    print: (text) => (printed += text),
    printToStderr: (text) => (errorText += text),
    terminal: false,
    signal: new AbortController().signal,
  })
  return { code, printed, errorText }
}

export const recording =
  'datetime;Flow;Volume Flow RateRMS;State\n2020-02-08 13:30:47;1.5;122.664;RUN\n2020-02-08 ' +
  '13:30:48;1.6;122.338;STOP\n'

export const threeRows =
  'time,a\n2020-01-01 00:00:00,1\n2020-01-01 00:00:10,2\n2020-01-01 00:01:00,3\n'
