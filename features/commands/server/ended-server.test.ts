import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import {
  allowCommands,
  asked,
  commandTopic,
  history,
  listeningDevice,
  outcomeOf,
  send,
  targetsOf,
} from '#testing/sites/command-site.ts'
import { startSite } from '#testing/sites/site.ts'

async function started(environment: Readonly<Record<string, string>> = {}) {
  const site = await startSite(environment)
  onTestFinished(() => site.close())
  const administrator = await site.signIn('admin@example.test', 'admin')
  await site.addDevice('pump-1')
  await allowCommands(administrator, 'pump-1')
  return { site, administrator }
}

it('CM10 a server that is killed leaves commands unclear, and never sends them again', async () => {
  const { site, administrator } = await started()
  const { client, received } = await listeningDevice(site, 'pump-1')
  onTestFinished(() => client.endAsync(true))
  const body = asked(11)
  await send(administrator, 'pump-1', body)
  await eventually('the command came', () => received.length === 1)
  site.server.kill('SIGKILL')
  await site.server.ended
  await site.restart()
  const again = await site.signIn('second@example.test', 'admin')
  expect(await outcomeOf(again, 'pump-1', body.id)).toMatchObject({ outcome: 'unclear' })
  const back = await listeningDevice(site, 'pump-1')
  onTestFinished(() => back.client.endAsync(true))
  // It answers late; and what is asked for again by another person is another's command.
  await back.answer(body.id, 'done')
  expect((await send(again, 'pump-1', body)).status).toBe(409)
  expect(await history(again, 'pump-1')).toHaveLength(1)
  const { data } = await again.json<{ data: { action: string; after: object }[] }>(
    ...(['GET', '/api/audit?entityId=pump-1&action=device.command-outcome'] as const),
  )
  expect(data.map(({ after }) => after)).toEqual([
    expect.objectContaining({ command: body.id, outcome: 'unclear' }),
  ])
  const next = asked(12)
  await send(again, 'pump-1', next)
  await eventually('the next came', () => back.received.length > 0)
  expect(back.received.map(({ value }) => value)).toEqual([12])
  expect(await site.admin('audit verify', {})).toMatchObject({ intact: true })
})

it('CM11 at an external broker nothing waits for a device that is away', async () => {
  const broker = await startMosquitto()
  onTestFinished(() => broker.close())
  const { site, administrator } = await started({
    MQTT_URL: broker.url,
    COMMAND_ANSWER_SECONDS: '1',
  })
  const before = asked(1)
  const reply = await (await send(administrator, 'pump-1', before)).json()
  expect(reply.data.outcome).toBe('not-connected')
  const persistent = { clean: false, clientId: 'pump-1', protocolVersion: 5 } as const
  const lasting = { ...persistent, properties: { sessionExpiryInterval: 600 } }
  const device = await listeningDevice(site, 'pump-1', lasting, broker.url)
  await device.client.publishAsync('warroom/v1/pump-1/status', 'online', { qos: 1, retain: true })
  const body = asked(2)
  await eventually('the server has its status', async () => {
    const [target] = await targetsOf(administrator, 'pump-1')
    return target?.readiness === 'ready'
  })
  await send(administrator, 'pump-1', body)
  await eventually('the command came', () => device.received.length === 1)
  expect(device.packets).toMatchObject([
    { qos: 1, retain: false, properties: { responseTopic: `${commandTopic('pump-1')}/answer` } },
  ])
  await device.answer(body.id, 'done')
  expect(await outcomeOf(administrator, 'pump-1', body.id)).toMatchObject({ outcome: 'done' })
  // The connection breaks, and the broker does not say so at once.
  device.client.stream.destroy()
  const queued = asked(3)
  await send(administrator, 'pump-1', queued)
  await outcomeOf(administrator, 'pump-1', queued.id)
  // Brokers count the time of a message in whole seconds.
  const expired = Date.now() + 2_000
  await eventually('the broker drops what has expired', () => Date.now() > expired)
  const back = await listeningDevice(site, 'pump-1', lasting, broker.url)
  onTestFinished(() => back.client.endAsync(true))
  await back.client.publishAsync('warroom/v1/pump-1/telemetry', '{"values":{"a":1}}', { qos: 1 })
  await send(administrator, 'pump-1', asked(4))
  await eventually('a command came', () => back.received.length > 0)
  expect(back.received.map(({ value }) => value)).toEqual([4])
})
