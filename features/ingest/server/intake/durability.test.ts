import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { eventually } from '#testing/eventually.ts'
import { startSite, type Site } from '#testing/sites/site.ts'
import { SteadyPublisher } from '#testing/peers/steady-publisher.ts'

const lesiId = 'pump-1'
/** Yesterday: nothing of it expires while it is looked at. */
const startTime = Date.now() - 86_400_000

async function siteWithPump(): Promise<Site> {
  const site = await startSite()
  onTestFinished(() => site.close())
  await site.addDevice(lesiId)
  return site
}

/** Sensors whose rollups differ from their readings, or that hold a reading twice. */
async function disagreements(telemetry: Telemetry): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const rollup of ['numeric_minutes', 'numeric_rollup_hour']) {
    found.push(
      ...(await telemetry.rows(
        `SELECT '${rollup}' AS rollup, r.sensor AS sensor, number, rolled, different
         FROM (SELECT sensor, count() AS number, uniqExact(time, value) AS different,
                 min(value) AS low, max(value) AS high, sum(value) AS total
               FROM numeric_readings GROUP BY sensor) AS r
         LEFT JOIN (SELECT sensor, sum(count) AS rolled, min(minimum) AS rolledLow,
                      max(maximum) AS rolledHigh, sum(total) AS rolledTotal
                    FROM ${rollup} GROUP BY sensor) AS t ON t.sensor = r.sensor
         WHERE number != rolled OR number != different OR low != rolledLow
           OR high != rolledHigh OR abs(total - rolledTotal) > 0.001`,
      )),
    )
  }
  return found
}

// Four starts of a server, each of which takes long on a machine that has much else to do.
const fourStarts = { timeout: 300_000 }

it('IN12 killed under load three times, it loses and doubles none', fourStarts, async () => {
  const site = await siteWithPump()
  const publisher = new SteadyPublisher(lesiId, { keys: 10, startTime, window: 300 })
  for (let round = 1; round <= 3; round++) {
    const client = await site.connect(lesiId)
    const running = publisher.run(client, Infinity)
    const before = publisher.acknowledged
    await eventually(
      'a good many messages were acknowledged',
      () => publisher.acknowledged > before + 700,
    )
    site.server.kill('SIGKILL')
    await running
    await site.server.ended
    expect(publisher.unacknowledged).toBeGreaterThan(0)
    client.end(true)
    await site.restart()
  }
  const client = await site.connect(lesiId)
  await publisher.run(client, publisher.sent + 500)
  await client.endAsync()
  expect(publisher.repeated).toBeGreaterThan(0)
  expect(await site.count(lesiId)).toBe(publisher.sent * publisher.keys.length)
  await site.server.stop()
  const telemetry = openTelemetry({ directory: join(site.directory, 'clickhouse') })
  const found = await disagreements(telemetry)
  await telemetry.close()
  expect(found).toEqual([])
})

it('IN13 stopped under load, it stores what it acknowledged, within 5 s, status 0', async () => {
  const site = await siteWithPump()
  const publisher = new SteadyPublisher(lesiId, { keys: 10, startTime, window: 300 })
  const client = await site.connect(lesiId)
  const running = publisher.run(client, Infinity)
  await eventually('messages were acknowledged', () => publisher.acknowledged > 500)
  const begun = performance.now()
  expect(await site.server.stop()).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
  await running
  client.end(true)
  const acknowledged = publisher.acknowledged
  await site.restart()
  const stored = await site.count(lesiId)
  expect(stored).toBeGreaterThanOrEqual(acknowledged * publisher.keys.length)
  expect(stored).toBeLessThanOrEqual(publisher.sent * publisher.keys.length)
})

it('IN35 a clock ahead: what is sent again after a kill and a stop is stored once', async () => {
  const site = await siteWithPump()
  const ahead = Date.now() + 3_600_000
  const document = JSON.stringify({ ts: ahead, values: { temp: 1.5, state: 'RUN', lamp: null } })
  const send = async () => {
    const client = await site.connect(lesiId)
    await client.publishAsync(`warroom/v1/${lesiId}/telemetry`, document, { qos: 1 })
    await client.endAsync()
  }
  await send()
  site.server.kill('SIGKILL')
  await site.server.ended
  await site.restart()
  await send()
  await site.server.stop()
  await site.restart()
  await send()
  expect(await site.count(lesiId)).toBe(2)
})
