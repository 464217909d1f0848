import { expect, it, onTestFinished } from 'vitest'
import type { DescribedTarget } from '../contract/routes.ts'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import {
  allowCommands,
  asked,
  commandTopic,
  history,
  listeningDevice,
  outcomeOf,
  send,
  speed,
  targetsOf,
} from '#testing/sites/command-site.ts'
import { publish } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, administrator, newDevice, listed } = devices

interface Entry {
  readonly action: string
  readonly before: unknown
  readonly after: Readonly<Record<string, unknown>>
}

/** Entries of the audit about commands to a device, oldest first. */
async function entries(lesiId: string): Promise<readonly Entry[]> {
  const path = `/api/audit?entity=device&entityId=${lesiId}&limit=100`
  const { data } = await administrator.json<{ data: Entry[] }>('GET', path)
  return data.filter(({ action }) => action.startsWith('device.command')).toReversed()
}

async function device(options: object = {}) {
  const lesiId = await newDevice()
  await allowCommands(administrator, lesiId)
  const listening = await listeningDevice(site, lesiId, options)
  onTestFinished(() => listening.client.endAsync(true))
  return { lesiId, ...listening }
}

async function commanded(person: BrowserSession, lesiId: string, body: object) {
  const reply = await send(person, lesiId, body)
  return { status: reply.status, body: await reply.json() }
}

it('CM2 a command reaches the device once, at QoS 1, and its answer is the outcome', async () => {
  const { lesiId, client, received, packets, answer } = await device()
  await publish(client, lesiId, { values: { speed: 900 } })
  const body = asked(1_200)
  const { status, body: reply } = await commanded(administrator, lesiId, body)
  expect({ status, outcome: reply.data.outcome }).toEqual({ status: 200, outcome: null })
  await eventually('the command came', () => received.length === 1)
  expect(received).toEqual([
    { id: body.id, name: 'speed', value: 1_200, expires: expect.any(Number) },
  ])
  expect(packets).toMatchObject([{ qos: 1, retain: false }])
  await answer(body.id, 'accepted')
  await eventually('it is shown as accepted', async () =>
    (await history(administrator, lesiId)).some(({ isAccepted }) => isAccepted),
  )
  await answer(body.id, 'done')
  expect(await outcomeOf(administrator, lesiId, body.id)).toMatchObject({
    ...{ outcome: 'done', previous: 900, value: 1_200, sender: 'admin@example.test' },
  })
  const about = { command: body.id, target: 'speed', value: 1_200, protocol: 'warroom' }
  expect(await entries(lesiId)).toEqual([
    expect.objectContaining({ action: 'device.command', before: { value: 900 }, after: about }),
    expect.objectContaining({
      action: 'device.command-outcome',
      after: { ...about, outcome: 'done', reason: null },
    }),
  ])
})

it('CM16 a device takes commands whatever text it shows now', async () => {
  const mode: DescribedTarget = { ...speed, name: 'mode', type: 'text', unit: '' }
  const { lesiId, client, answer } = await device({})
  await allowCommands(administrator, lesiId, [{ ...mode, minimum: null, maximum: null }])
  // Some firmware ends its texts so.
  await publish(client, lesiId, { values: { mode: 'RUN\0' } })
  const body = asked('STOP', { target: 'mode' })
  expect((await commanded(administrator, lesiId, body)).status).toBe(200)
  await answer(body.id, 'done')
  const ended = await outcomeOf(administrator, lesiId, body.id)
  expect(ended).toMatchObject({ outcome: 'done', previous: 'RUN␀', value: 'STOP' })
})

it('CM2 a device of MQTT 5 learns where to answer, for what, and until when', async () => {
  const { lesiId, received, packets, answer } = await device({ protocolVersion: 5 })
  const body = asked(7)
  await send(administrator, lesiId, body)
  await eventually('the command came', () => received.length === 1)
  expect(packets).toMatchObject([
    {
      properties: {
        responseTopic: `${commandTopic(lesiId)}/answer`,
        correlationData: Buffer.from(body.id),
        messageExpiryInterval: expect.closeTo(15, -1),
      },
    },
  ])
  await answer(body.id, 'refused', 'the motor is locked\u0000')
  expect(await outcomeOf(administrator, lesiId, body.id)).toMatchObject({
    ...{ outcome: 'refused', reason: 'the motor is locked␣' },
  })
})

it('CM3 what is asked for twice is sent once, also at one moment', async () => {
  const { lesiId, received, answer } = await device()
  const body = asked(5)
  const replies = await Promise.all([1, 2, 3].map(() => commanded(administrator, lesiId, body)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await eventually('the command came', () => received.length > 0)
  await answer(body.id, 'done')
  await outcomeOf(administrator, lesiId, body.id)
  const late = await commanded(administrator, lesiId, { ...body, confirmedAt: 0 })
  expect(late.body.data.outcome).toBe('done')
  const other = await commanded(administrator, lesiId, { ...body, value: 6 })
  expect([other.status, other.body.reasons.id[0].code]).toEqual([409, 'other_command'])
  await send(administrator, lesiId, asked(8))
  await eventually('the next came', () => received.at(-1)?.value === 8)
  expect(received.map(({ value }) => value)).toEqual([5, 8])
  expect(await entries(lesiId)).toHaveLength(3)
})

it('CM4 a device that is away, or does not listen, gets nothing, then and later', async () => {
  const lesiId = await newDevice()
  await allowCommands(administrator, lesiId)
  const away = await commanded(administrator, lesiId, asked(1))
  expect(away.body.data).toMatchObject({ outcome: 'not-connected', endedAt: expect.any(Number) })
  const deaf = await site.connect(lesiId, { clean: false, clientId: 'same' })
  await deaf.subscribeAsync(`warroom/v1/${lesiId}/refused`)
  const unanswered = await commanded(administrator, lesiId, asked(2))
  expect(unanswered.body.data.outcome).toBe('not-listening')
  await deaf.endAsync()
  // A persistent session that has gone away queues nothing.
  const first = await listeningDevice(site, lesiId, { clean: false, clientId: 'same' })
  await first.client.endAsync()
  await eventually('the server has noticed', async () => {
    const [target] = await targetsOf(administrator, lesiId)
    return target?.readiness === 'not-connected'
  })
  await send(administrator, lesiId, asked(3))
  const back = await listeningDevice(site, lesiId, { clean: false, clientId: 'same' })
  onTestFinished(() => back.client.endAsync(true))
  await send(administrator, lesiId, asked(4))
  await eventually('a command came', () => back.received.length > 0)
  expect(back.received.map(({ value }) => value)).toEqual([4])
  const [, last] = (await entries(lesiId)).slice(-2)
  expect(last?.after).not.toHaveProperty('outcome')
  expect((await entries(lesiId))[0]?.after).toMatchObject({ outcome: 'not-connected' })
})

it('CM5 commands are off until somebody who configures the device allows them', async () => {
  const lesiId = await newDevice()
  const { client } = await listeningDevice(site, lesiId)
  onTestFinished(() => client.endAsync(true))
  const off = await commanded(administrator, lesiId, asked(1))
  expect([off.status, off.body.reasons.device[0].code]).toEqual([409, 'commands_off'])
  await allowCommands(administrator, lesiId)
  const path = `/api/devices/${lesiId}/commands/settings`
  const again = await administrator.request('PUT', path, {
    ...{ version: 0, enabled: true, targets: [] },
  })
  expect(again.status).toBe(409)
  const twice = await administrator.request('PUT', path, {
    ...{ version: 1, enabled: true, targets: [speed, { ...speed, maximum: 9_000 }] },
  })
  expect([twice.status, (await twice.json()).reasons]).toEqual([
    ...[422, { 'targets.1.name': [{ code: 'repeated', parameters: {} }] }],
  ])
  await administrator.json('PUT', path, { version: 1, enabled: false, targets: [speed] })
  const offAgain = await commanded(administrator, lesiId, asked(1))
  expect(offAgain.body.reasons.device[0].code).toBe('commands_off')
  const changes = await administrator.json<{ data: Entry[] }>(
    ...(['GET', `/api/audit?action=device.configure-commands&entityId=${lesiId}`] as const),
  )
  expect(changes.data.map(({ after }) => after['enabled'])).toEqual([false, true])
})

it('CM6 a value that the target does not take is refused, and nothing is sent', async () => {
  const { lesiId, received } = await device()
  const text = { name: 'label', type: 'text', unit: '', minimum: null, maximum: null } as const
  const count = { ...speed, name: 'count', type: 'integer' as const }
  await allowCommands(administrator, lesiId, [speed, text, count])
  const tries: readonly (readonly [object, string, string])[] = [
    [asked(1_501), 'value', 'too_large'],
    [asked(-1), 'value', 'too_small'],
    [asked('12'), 'value', 'wrong_type'],
    [asked(true), 'value', 'wrong_type'],
    [asked(1.5, { target: 'count' }), 'value', 'wrong_type'],
    [asked(5, { target: 'label' }), 'value', 'wrong_type'],
    [asked('\ud800', { target: 'label' }), 'value', 'unstorable_characters'],
    [asked(5, { target: '__proto__' }), 'target', 'unknown_target'],
    [asked(5, { protocol: 'none' }), 'target', 'unknown_target'],
    [asked(5, { confirmedAt: Date.now() - 60_000 }), 'confirmedAt', 'confirmed_too_long_ago'],
  ]
  for (const [body, field, code] of tries) {
    const { status, body: reply } = await commanded(administrator, lesiId, body)
    expect({ status: Math.floor(status / 100), code: reply.reasons?.[field]?.[0]?.code }).toEqual({
      ...{ status: 4, code },
    })
  }
  await send(administrator, lesiId, asked(3))
  await eventually('the good one came', () => received.length > 0)
  expect(received.map(({ value }) => value)).toEqual([3])
  expect(await history(administrator, lesiId)).toHaveLength(1)
})

it('CM7 only the device itself receives its commands and answers them', async () => {
  const { lesiId, received, answer } = await device()
  const stranger = await device()
  await expect(stranger.client.subscribeAsync(commandTopic(lesiId))).rejects.toThrow()
  const body = asked(9)
  await send(administrator, lesiId, body)
  await eventually('the command came', () => received.length === 1)
  await stranger.answer(body.id, 'done')
  const topic = `${commandTopic(lesiId)}/answer`
  await stranger.client.publishAsync(topic, `{"id":"${body.id}","outcome":"done"}`, { qos: 1 })
  // What a device publishes to its own command topic is no command.
  await stranger.client.publishAsync(commandTopic(stranger.lesiId), '{}', { qos: 1 })
  expect((await history(administrator, lesiId))[0]?.outcome).toBeNull()
  expect(stranger.received).toEqual([])
  const refused = (await listed(stranger.lesiId)).map((line) => line.replace(/^\S+ /, ''))
  expect(refused).toEqual([
    'topic: is not a topic that devices may publish to',
    `topic: ${topic} belongs to another device`,
    'id: is of no command that waits for an answer',
    `topic: ${commandTopic(lesiId)} is not a topic of this device`,
  ])
  await answer(body.id, 'done')
  expect((await outcomeOf(administrator, lesiId, body.id)).outcome).toBe('done')
})

it('CM8 answers that belong to nothing are refused and listed', async () => {
  const { lesiId, client, received, answer } = await device()
  const body = asked(2)
  await send(administrator, lesiId, body)
  await eventually('the command came', () => received.length === 1)
  await answer(body.id, 'done')
  await outcomeOf(administrator, lesiId, body.id)
  await answer(body.id, 'refused', 'on second thoughts')
  await answer('f2b0a9c4-0000-4000-8000-000000000000', 'done')
  const raw = (payload: string | Buffer) =>
    client.publishAsync(`${commandTopic(lesiId)}/answer`, payload, { qos: 1 })
  await answer(body.id, 'perhaps')
  await raw('no json')
  await raw(Buffer.from([0xff, 0xfe]))
  await raw(`{"id":"${'x'.repeat(5_000)}","outcome":"done"}`)
  expect((await outcomeOf(administrator, lesiId, body.id)).outcome).toBe('done')
  const shape = 'must be {"id", "outcome": "accepted" | "done" | "refused", "reason"}'
  const refused = (await listed(lesiId)).map((line) => line.replace(/^\S+ /, ''))
  expect(refused.toReversed()).toEqual([
    'id: is of no command that waits for an answer',
    'id: is of no command that waits for an answer',
    `outcome: ${shape}`,
    `document: ${shape}`,
    `document: ${shape}`,
    'document: has more than 4096 bytes',
  ])
})

it('CM9 after a minute of too many commands a device, and a person, have to wait', async () => {
  const lesiId = await newDevice()
  await allowCommands(administrator, lesiId)
  const hasty = await site.signIn('hasty@example.test', 'admin')
  for (let index = 0; index < 20; index++) await send(hasty, lesiId, asked(index))
  const reply = await send(hasty, lesiId, asked(20))
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await entries(lesiId)).toHaveLength(20)
  const other = await newDevice()
  await allowCommands(administrator, other)
  for (let index = 0; index < 10; index++)
    expect((await send(hasty, other, asked(index))).status).toBe(200)
  expect((await send(hasty, other, asked(10))).status).toBe(429)
})
