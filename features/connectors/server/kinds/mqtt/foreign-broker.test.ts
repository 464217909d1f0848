import { connectAsync } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import { startTestApplication } from '#testing/sites/application.ts'
import { SurveyResult } from '../../../contract/kinds/mqtt/discovery.ts'
import { bytesOf, tasmota, zigbee2mqtt } from './testing/foreign-messages.ts'

interface Refusal {
  readonly source: string
  readonly reason: string
}

async function startPlant() {
  const [site, broker] = await Promise.all([startTestApplication(), startMosquitto()])
  onTestFinished(() => broker.close())
  onTestFinished(() => site.close())
  const id = await site.addAccount({ email: 'admin@example.org', roles: ['admin'] })
  const client = await connectAsync(broker.url)
  onTestFinished(() => client.endAsync(true))
  return { site, broker, admin: await site.clientOf(id), client }
}

it('FB39 a broker full of foreign messages becomes devices like any other', async () => {
  const { site, broker, admin, client } = await startPlant()
  for (const [topic, payload] of [...zigbee2mqtt, ...tasmota])
    await client.publishAsync(topic, bytesOf(payload), { qos: 1, retain: true })
  const draft = { kind: 'mqtt', settings: { url: broker.url, rules: [] }, secrets: {} }
  const request = { ...draft, request: { action: 'survey', filter: '#', seconds: 1 } }
  const { data } = (await admin.post('/api/connectors/browse', request)).json<{
    data: { found: unknown }
  }>()
  const found = SurveyResult.parse(data.found)
  const rules = found.proposals.flatMap(({ proposal }) => proposal.rules)
  expect(found.proposals.map(({ proposal }) => proposal.format)).toEqual(['zigbee2mqtt', 'tasmota'])
  const settings = { url: broker.url, rules }
  await admin.post('/api/connectors', { ...draft, name: 'Hall', settings })
  const { catalogue, current } = site.data
  const sensors = () => catalogue.devices().flatMap((device) => catalogue.sensorsOf(device.id))
  await eventually('the plant is there', () => sensors().length === 15)
  const described = sensors().map(({ lesiId, key, type, unit }) =>
    [lesiId, key, type, unit].filter((text) => text !== '').join(' '),
  )
  expect(described).toEqual(
    expect.arrayContaining([
      ...['hall temperature analog °C', 'hall humidity analog %', 'kitchen__lamp state detector'],
      ...[
        'boiler ENERGY.Total counter kWh',
        'boiler ENERGY.Voltage analog V',
        'fan Switch1 detector',
      ],
    ]),
  )
  await client.publishAsync('zigbee2mqtt/hall', '{"temperature": 28.1, "humidity": {}}', { qos: 1 })
  const temperature = sensors().find(
    ({ lesiId, key }) => lesiId === 'hall' && key === 'temperature',
  )
  const value = () => current.get(temperature?.id ?? 0)?.reading.value
  await eventually('the next one is there', () => value() === 28.1)
  const { data: refused } = (await admin.get('/api/ingest/refusals')).json<{ data: Refusal[] }>()
  expect(refused.map(({ source, reason }) => [source, reason])).toEqual([
    ['connector Hall', expect.stringMatching(/^zigbee2mqtt\/hall: must be a number/)],
  ])
})

it('CN67 what a broker retained of a device is no sign that it is there', async () => {
  const { site, broker, admin, client } = await startPlant()
  await client.publishAsync('plant/press-1/n', '1', { qos: 1, retain: true })
  const rules = [{ topic: 'plant/{device}/{sensor}', payload: { format: 'plain' } }]
  const settings = { url: broker.url, rules }
  await admin.post('/api/connectors', { kind: 'mqtt', name: 'Plant', settings, secrets: {} })
  const { catalogue, current, presence } = site.data
  const press = () => {
    const device = catalogue.device('press-1')
    const sensor = device && catalogue.sensorByKey(device.id, 'n')
    const value = sensor && current.get(sensor.id)?.reading.value
    return device && `${value} ${presence.status(device.id).status}`
  }
  await expect.poll(press, { timeout: 30_000 }).toMatch(/^1 /)
  expect(press()).toBe('1 offline')
  await client.publishAsync('plant/press-1/n', '2', { qos: 1 })
  await expect.poll(press, { timeout: 30_000 }).toBe('2 online')
})
