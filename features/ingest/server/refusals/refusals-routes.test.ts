import { expect, it } from 'vitest'
import { publish } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, administrator, newDevice } = devices

it('IN105 the list of refused messages is searched by words and given in pages', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  for (const key of ['one', 'two', 'three'])
    await publish(client, lesiId, { values: { [key]: [] } })
  await client.endAsync()
  const page = async (query: string) => {
    const path = `/api/ingest/refusals?find=${lesiId}%20Values${query}`
    const { data, meta } = await administrator.json<{
      data: { field: string; excerpt: string }[]
      meta: { found: number; total: number }
    }>('GET', path)
    return [data.map(({ field }) => field), meta.found, data[0]?.excerpt]
  }
  expect(await page('')).toEqual([
    ['values.three', 'values.two', 'values.one'],
    ...[3, '{"values":{"three":[]}}'],
  ])
  expect(await page('&page=2&limit=2')).toEqual([['values.one'], 3, '{"values":{"one":[]}}'])
  expect(await page('%20two')).toEqual([['values.two'], 1, '{"values":{"two":[]}}'])
  expect(await page('%20nobody')).toEqual([[], 0, undefined])
})
