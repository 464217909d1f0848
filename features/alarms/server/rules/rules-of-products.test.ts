import { expect, test } from 'vitest'
import { active, add, administrator, rule, send, thing } from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'

async function describe(product: string): Promise<void> {
  const path = `/api/devices/${thing}`
  const { version, name, site, zone, intervalMs, silenceMs } = (
    await administrator.get(path)
  ).json().data
  const described = { version, name, site, zone, intervalMs, silenceMs, product }
  expect((await administrator.put(path, described)).statusCode).toBe(200)
}

test('AL71 a rule of a product counts for a device from the call on that gives it', async () => {
  const product = `Product of ${thing}`
  const target = { kind: 'pattern', type: null, product, tag: 'flow' }
  const { id } = await add(rule({ kind: 'limit', level: 'high', limit: 5 }, { target }))
  const ofRule = async () => (await active()).filter(({ origin }) => origin === String(id))
  await send({ flow: 7 })
  expect(await ofRule()).toEqual([])
  await describe(product)
  await send({ flow: 8 })
  expect(await ofRule()).toHaveLength(1)
  await describe('')
  await send({ flow: 9 })
  expect(await ofRule()).toEqual([])
})
