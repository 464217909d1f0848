import { expect, test } from 'vitest'
import { maximumMoment } from '#kit/model/time/past-moment.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { accountSite } from '#testing/sites/account-site.ts'

// Behind UTC: the day in which 1970 began there in UTC began in 1969.
const site = accountSite({ SITE_TIMEZONE: 'America/St_Johns' })
const { addSensor } = exportSite(site)

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const moments = [0, minute, 2 * day - 1]

test('PA27 a moment and a range as early as can be asked for are answered', async () => {
  const { client } = await site.addPerson({ roles: ['admin'] })
  const now = site.now
  const readings = [1, 2, 3].map((back) => [now - back * minute, back] as const)
  const sensors = [await addSensor('PUMP-1', readings), await addSensor('PUMP-2', readings, 'lamp')]
  sensors.push(await addSensor('PUMP-3', readings, 'counter'))
  sensors.push(await addSensor('PUMP-4', [[now - minute, 'RUN']], 'string'))
  const failed: string[] = []
  const ask = async (path: string, body?: object) => {
    const call = body ? client.post(`/api/${path}`, body) : client.get(`/api/${path}`)
    // An answer that is sent in pieces breaks off.
    const status = await call.then(({ statusCode }) => statusCode, String)
    if (status !== 200) failed.push(`${path} ${JSON.stringify(body ?? null)}: ${status}`)
  }
  for (const at of moments) {
    const later = { from: at, to: at + day }
    await ask('readings/today', { sensors, until: at })
    await ask('readings/changes', { sensors, until: at })
    await ask('scada/report/states', { sensors, at })
    await ask('scada/report/states', { sensors, until: at })
    await ask('past/moment', { sensors, at })
    for (const spanMs of [1, day]) await ask('past/trends', { sensors, at, spanMs, columns: 1 })
    for (const backwards of [true, false]) {
      await ask('past/nearest', { sensors, at, backwards })
      await ask('past/span', { sensors, from: at, until: at + hour, stepMs: 1_000, backwards })
    }
    await ask('past/events', { sensors, from: at, until: at + day, buckets: 10 })
    await ask('alarms/past', { sensors, from: at, until: at + hour })
    for (const thing of ['PUMP-1', 'PUMP-2', 'PUMP-3', 'PUMP-4']) {
      const name = { thing, sensor: 'level' }
      await ask('scada/report/days', { ...name, at })
      await ask('scada/report/figures', { ...name, ...later })
      await ask('scada/report/distribution', { ...name, ...later })
      await ask('scada/reportbything', { thing, ...later })
      for (const mode of ['raw', 'auto'])
        await ask('scada/reportbything/sensor', { ...name, from: at, to: maximumMoment, mode })
      const table = `history/readings?thing=${thing}&sensor=level&from=${at}&to=${maximumMoment}`
      await ask(table)
      if (thing !== 'PUMP-4') await ask(`${table}&step=1d`)
    }
    const pair = {
      x: { thing: 'PUMP-1', sensor: 'level' },
      y: { thing: 'PUMP-3', sensor: 'level' },
    }
    await ask('scada/report/correlation', { ...pair, ...later })
  }
  for (const name of ['PUMP-1', 'PUMP-2', 'PUMP-3', 'PUMP-4'])
    for (const period of ['1970-01-01..1970-01-01', '1970-01-01..2099-12-31'])
      await ask(`scada/report/${name}/level/${period}`)
  expect(failed).toEqual([])
})
