import { expect, test } from 'vitest'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import {
  countWaiting,
  failForSensorKey,
  forbidSensorKey,
  renameUnnoticed,
} from '#testing/postgres/databases-store.ts'
import {
  database,
  other,
  catalogue,
  failures,
  open,
  silentBus,
  knownDevice,
} from '#testing/sites/followed-catalogue.ts'
import type { FollowingCatalogue } from './catalogue.ts'
import { OwnAdditions } from './own-additions.ts'
import { SensorAdder } from './sensor-adder.ts'

test('CA4 missing sensors are added once, however many ask', async () => {
  const { id } = await knownDevice()
  const second = await open(silentBus())
  const ask = (from: FollowingCatalogue) =>
    from.addSensors(id, [
      { key: 'temp', sample: 21.5 },
      { key: 'recipe', sample: 'A-1' },
    ])
  const answers = await Promise.all([ask(catalogue), ask(catalogue), ask(second), ask(second)])
  for (const { sensors, refused } of answers) {
    expect(sensors).toEqual(answers[0]?.sensors)
    expect(refused.size).toBe(0)
    expect(sensors).toMatchObject([
      { key: 'temp', alias: 'temp', type: 'analog', isNew: true },
      { key: 'recipe', alias: 'recipe', type: 'string', isNew: true },
    ])
  }
  expect(catalogue.sensorByKey(id, 'temp')).toEqual(answers[0]?.sensors[0])
  expect(
    await other.selectFrom('sensors').select('id').where('device_id', '=', id).execute(),
  ).toHaveLength(2)
  await second.close()
})

test('CA4 the first value decides the type of a new sensor; known ones stay', async () => {
  const { id } = await knownDevice()
  const typesOf = async (samples: readonly (number | string | boolean)[]) => {
    const wanted = samples.map((sample, index) => ({ key: `k${index}`, sample }))
    const { sensors } = await catalogue.addSensors(id, wanted)
    return sensors.map(({ type }) => type)
  }
  const types = ['detector', 'detector', 'analog', 'string']
  expect(await typesOf([true, false, 1, 'RUN'])).toEqual(types)
  expect(await typesOf([1, 'RUN', true, false])).toEqual(types)
})

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ key: `k${from + index}`, sample: 1 }))

test('CA13 a burst with new keys waits for one transaction at a time', async () => {
  const { id } = await knownDevice()
  const neighbour = await knownDevice()
  let adding: Promise<unknown> = Promise.resolve()
  await other.transaction().execute(async (transaction) => {
    await transaction.selectFrom('devices').select('id').where('id', '=', id).forUpdate().execute()
    adding = Promise.all(
      Array.from({ length: 1_000 }, () => catalogue.addSensors(id, [{ key: 'burst', sample: 1 }])),
    )
    const served = await catalogue.addSensors(neighbour.id, [{ key: 'a', sample: 1 }])
    expect(served.sensors).toHaveLength(1)
    // Every connection of the pool but the one of the catalogue answers while the device is held.
    await Promise.all(
      Array.from({ length: 3 }, () =>
        database.sql.selectFrom('devices').select('id').limit(1).execute(),
      ),
    )
    expect(await countWaiting(transaction)).toBe(0)
  })
  await adding
  // Every attempt to add a sensor takes the next id, also one that finds it there.
  await catalogue.addSensors(id, [{ key: 'after', sample: 1 }])
  const burst = catalogue.sensorByKey(id, 'burst')?.id ?? 0
  expect(catalogue.sensorByKey(id, 'after')?.id).toBe(burst + 1)
})

test('CA14 a device is read again for changes of others, not for what was added here', async () => {
  const { id } = await knownDevice()
  const { sensors } = await catalogue.addSensors(id, [{ key: 'own', sample: 1 }])
  const sensorId = sensors[0]?.id ?? 0
  await renameUnnoticed(other, sensorId, 'Renamed')
  // Seen by a later read.
  await knownDevice()
  expect(catalogue.sensor(sensorId)?.alias).toBe('own')
  const values = { device_id: id, key: 'others', alias: 'Others', type: 'analog' } as const
  await other.insertInto('sensors').values(values).execute()
  await expect.poll(() => catalogue.sensor(sensorId)?.alias).toBe('Renamed')
  expect(catalogue.sensorByKey(id, 'others')?.alias).toBe('Others')
})

test('CA14 those notifications alone are left out that an addition is known to cause', async () => {
  const read: number[] = []
  const own = new OwnAdditions((ids) => void read.push(...ids))
  const add = (processId: number, ids: readonly number[], failure?: Error) =>
    own.adding(async (onAdded) => {
      onAdded({ processId, deviceIds: new Set(ids) })
      if (failure) throw failure
    })
  await add(7, [1, 2])
  own.notified(1, 7)
  own.notified(2, 8)
  own.notified(2, 7)
  expect(read.splice(0)).toEqual([2])
  // One of an earlier transaction comes first.
  await add(7, [1])
  own.notified(1, 7)
  own.notified(1, 7)
  expect(read.splice(0)).toEqual([1])
  await expect(add(7, [3], new Error('failed'))).rejects.toThrow('failed')
  own.notified(3, 7)
  expect(read.splice(0)).toEqual([3, 3])
  await add(9, [4])
  own.clear()
  own.notified(4, 9)
  expect(read).toEqual([4])
})

test('CA5 a sensor too many is refused for good, the others are added', async () => {
  const { id } = await knownDevice()
  const second = await open(silentBus())
  expect((await catalogue.addSensors(id, named(0, maximumSensorsPerDevice - 1))).refused.size).toBe(
    0,
  )
  const answers = await Promise.all([
    catalogue.addSensors(id, [
      ...named(0, 2),
      { key: 'one', sample: 1 },
      { key: 'two', sample: 1 },
    ]),
    second.addSensors(id, [{ key: 'three', sample: 1 }]),
  ])
  const refused = answers.flatMap((answer) => [...answer.refused.entries()])
  expect(refused).toHaveLength(2)
  for (const [, reason] of refused) expect(reason).toContain(String(maximumSensorsPerDevice))
  await expect.poll(() => catalogue.sensorCount(id)).toBe(maximumSensorsPerDevice)
  expect((await catalogue.addSensors(id, [{ key: 'four', sample: 1 }])).refused.has('four')).toBe(
    true,
  )
  await second.close()
})

test.each(['', 'x'.repeat(129), 'a\u0000b', 'a\nb', '\ud800'])(
  'CA5 the key %j is refused, and others are added',
  async (key) => {
    const { id } = await knownDevice()
    const { sensors, refused } = await catalogue.addSensors(id, [
      { key: 'fine', sample: 1 },
      { key, sample: 1 },
    ])
    expect(sensors.map((sensor) => sensor.key)).toEqual(['fine'])
    expect([...refused.keys()]).toEqual([key])
  },
)

test('CA5 what the database never takes is refused for good, and nobody else’s', async () => {
  await forbidSensorKey(other, 'forbidden')
  const [one, two] = [await knownDevice(), await knownDevice()]
  const first = catalogue.addSensors(one.id, [{ key: 'a', sample: 1 }])
  const answers = await Promise.all([
    catalogue.addSensors(one.id, [{ key: 'forbidden', sample: 1 }]),
    catalogue.addSensors(two.id, [{ key: 'b', sample: 1 }]),
  ])
  expect((await first).sensors).toHaveLength(1)
  expect(answers.map(({ sensors, refused }) => [sensors.length, refused.size])).toEqual([
    [0, 1],
    [1, 0],
  ])
})

test('CA5 of many sensors those alone are left out that the database never takes', async () => {
  await failForSensorKey(other, 'never', '23514')
  await failForSensorKey(other, 'defective', 'P0001')
  const { id } = await knownDevice()
  const wanted = [...named(0, 200), { key: 'never', sample: 1 }, ...named(200, 300)]
  wanted.splice(150, 0, { key: 'defective', sample: 1 })
  const neighbour = await knownDevice()
  const first = catalogue.addSensors(neighbour.id, [{ key: 'a', sample: 1 }])
  const [{ sensors, refused, defects }, others] = await Promise.all([
    catalogue.addSensors(id, wanted),
    catalogue.addSensors(neighbour.id, [{ key: 'b', sample: 1 }]),
  ])
  expect([sensors.length, [...refused.keys()], [...defects.keys()]]).toEqual([
    300,
    ['never'],
    ['defective'],
  ])
  expect(String(defects.get('defective'))).toContain('a defect')
  expect([(await first).sensors.length, others.sensors.length]).toEqual([1, 1])
})

test('CA5 a defect that every sensor meets is not looked for in each of them', async () => {
  let tries = 0
  const adder = new SensorAdder({
    sensorByKey: () => undefined,
    sensorCount: () => 0,
    insert: async () => {
      tries++
      throw new TypeError('undefined is not a function')
    },
  })
  const { defects } = await adder.add(1, named(0, 2_000))
  expect(defects.size).toBe(2_000)
  expect(tries).toBeLessThan(100)
})

test('CA5 a sensor of a device that is gone is refused for good', async () => {
  const { refused } = await catalogue.addSensors(1_000_000, [{ key: 'a', sample: 1 }])
  expect([...refused]).toEqual([['a', 'is of a device that does not exist']])
})

test('CA2 no read failed on the way', () => {
  expect(failures).toEqual([])
})
