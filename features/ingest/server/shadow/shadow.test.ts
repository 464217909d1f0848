import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, newDevice, listed } = devices

it('IN66 stores the updates of a shadow, and answers them as the shadow service does', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  onTestFinished(() => client.endAsync(true))
  const base = `$aws/things/${lesiId}/shadow/update`
  const answers: unknown[] = []
  client.on('message', (topic, payload) =>
    answers.push([topic.slice(base.length), JSON.parse(payload.toString())]),
  )
  await client.subscribeAsync([`${base}/accepted`, `${base}/rejected`])
  const update = (document: unknown) =>
    client.publishAsync(base, JSON.stringify(document), { qos: 1 })
  const state = { reported: { temperature: 21.4, motor: { speed: 3 } } }
  const timestamp = Math.floor(Date.now() / 1_000)
  for (let round = 0; round < 2; round++) await update({ state, timestamp, clientToken: 't1' })
  await update({ state: { reported: { temperature: [21.4] } }, clientToken: 't2' })
  await eventually('all were answered', () => answers.length === 3)
  const accepted = ['/accepted', { state, clientToken: 't1', timestamp: expect.any(Number) }]
  expect(answers).toEqual([
    accepted,
    accepted,
    [
      '/rejected',
      {
        ...{ code: 400, clientToken: 't2', timestamp: expect.any(Number) },
        message:
          'state.reported.temperature: must be a number, a text, a boolean or null, not an array',
      },
    ],
  ])
  expect(await site.count(lesiId)).toBe(2)
})

it('IN104 takes updates of a named shadow, and answers that there is none to get', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  onTestFinished(() => client.endAsync(true))
  const base = `$aws/things/${lesiId}/shadow`
  const answers: unknown[] = []
  client.on('message', (topic, payload) => {
    const { code, clientToken, message } = JSON.parse(payload.toString()) as Record<string, unknown>
    answers.push([topic.slice(base.length), clientToken, code, message])
  })
  await client.subscribeAsync([`${base}/get/+`, `${base}/delete/+`, `${base}/name/+/update/+`])
  await client.subscribeAsync([`${base}/name/motor/get/rejected`])
  const ask = (call: string, document: object) =>
    client.publishAsync(`${base}/${call}`, JSON.stringify(document), { qos: 1 })
  await client.publishAsync(`${base}/get`, '', { qos: 1 })
  await ask('delete', { clientToken: 'd' })
  await ask('name/motor/update', { state: { reported: { speed: 3 } }, clientToken: 'u' })
  await ask('name/motor/get', { clientToken: 'g' })
  await eventually('all were answered', () => answers.length === 4)
  const none = (name: string) => [404, `No shadow exists with name: '${name}'`]
  expect(answers).toEqual([
    ['/get/rejected', undefined, ...none(lesiId)],
    ['/delete/rejected', 'd', ...none(lesiId)],
    ['/name/motor/update/accepted', 'u', undefined, undefined],
    ['/name/motor/get/rejected', 'g', ...none('motor')],
  ])
  expect(await site.count(lesiId)).toBe(1)
  // It is no refusal: every device asks when it starts.
  expect(await listed(lesiId)).toEqual([])
})

it('IN66 takes no update of the shadow of another device', async () => {
  const [lesiId, other] = [await newDevice(), await newDevice()]
  const client = await site.connect(lesiId)
  const document = JSON.stringify({ state: { reported: { a: 1 } } })
  await client.publishAsync(`$aws/things/${other}/shadow/update`, document, { qos: 1 })
  await client.endAsync()
  expect((await listed(lesiId))[0]).toContain('belongs to another device')
  expect(await site.count(other)).toBe(0)
})

it('IN144 an update whose state is too deep to be repeated is answered without it', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  onTestFinished(() => client.endAsync(true))
  const base = `$aws/things/${lesiId}/shadow/update`
  const answers: unknown[] = []
  client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(`${base}/accepted`)
  const desired = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const state = `{"reported":{"temperature":21.4},"desired":${desired}}`
  await client.publishAsync(base, `{"state":${state},"clientToken":"deep"}`, { qos: 1 })
  await eventually('it was answered', () => answers.length === 1)
  expect(answers).toEqual([{ clientToken: 'deep', timestamp: expect.any(Number) }])
  expect(await site.count(lesiId)).toBe(1)
})
