import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { claimCodeOf, normalizedClaimCode } from '../../contract/claim.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let administrator: Person
let devices = 0

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
})

const unlimited = { contractStart: null, contractEnd: null }

/** A device that can be claimed; its LESI ID, its path and its code. */
async function claimable(days: object = unlimited) {
  devices += 1
  const lesiId = `CLAIM-${devices}`
  const path = `/api/devices/${lesiId}`
  await administrator.client.post('/api/devices', { lesiId, name: `Device ${devices}` })
  const reply = await administrator.client.post(`${path}/claim-code`, { ...unlimited, ...days })
  const { code, device } = reply.json().data
  return { lesiId, path, code: code as string, device }
}

/** Status, and where it is refused the field with its code. */
async function claim({ client }: Person, lesiId: string, code: string): Promise<string> {
  const reply = await client.post('/api/devices/claim', { lesiId, code })
  const reasons: Record<string, { code: string }[]> = reply.json().reasons ?? {}
  const fields = Object.entries(reasons).map(([field, [first]]) => `${field} ${first?.code}`)
  return [reply.statusCode, ...fields].join(' ')
}

test('DV9 a claim code makes its holder the parent account, for the days it gives', async () => {
  const days = { contractStart: '2026-01-01', contractEnd: '2027-12-31' }
  const { lesiId, path, code, device } = await claimable(days)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(device.claim).toMatchObject({ ...days, since: expect.any(Number) })
  const holder = await site.addPerson({ roles: ['user'] })
  expect(await claim(holder, lesiId, code.toLowerCase().replaceAll('-', ' '))).toBe('200')
  expect((await holder.client.get(path)).json().data).toMatchObject({ relation: 'admin', ...days })
  const { data } = (await administrator.client.get('/api/audit?entity=device&limit=3')).json<{
    data: { action: string; after: unknown }[]
  }>()
  expect(data).toMatchObject([
    { action: 'device.claim', after: { user: holder.email, relation: 'admin', ...days } },
    { action: 'device.issue-claim-code', after: days },
    { action: 'device.add' },
  ])
  const seen = JSON.stringify(data) + (await administrator.client.get(path)).body
  expect(seen).not.toContain(code)
  expect(seen).not.toContain(normalizedClaimCode(code))
})

test('DV9 a wrong code, a device without one and none at all are refused alike', async () => {
  const { lesiId, path, code } = await claimable()
  const other = await claimable()
  const person = await site.addPerson({ roles: ['user'] })
  const wrong = '422 code wrong_claim_code'
  expect(await claim(person, lesiId, other.code)).toBe(wrong)
  expect(await claim(person, 'NO-SUCH-1', code)).toBe(wrong)
  expect((await administrator.client.delete(`${path}/claim-code`)).statusCode).toBe(204)
  expect((await administrator.client.delete(`${path}/claim-code`)).statusCode).toBe(404)
  expect(await claim(person, lesiId, code)).toBe(wrong)
  const renewed = await administrator.client.post(`${other.path}/claim-code`, unlimited)
  expect(await claim(person, other.lesiId, other.code)).toBe(wrong)
  expect(await claim(person, other.lesiId, renewed.json().data.code)).toBe('200')
})

test('DV9 one person claims a device, also when many try at once', async () => {
  const { lesiId, code } = await claimable()
  const people = await Promise.all([1, 2, 3, 4].map(() => site.addPerson({ roles: ['user'] })))
  const answers = await Promise.all(people.map((person) => claim(person, lesiId, code)))
  const taken = '422 lesiId claimed_already'
  expect(answers.toSorted()).toEqual(['200', taken, taken, taken])
})

test('DV9 who unbinds claims again for the same days, and no contract becomes longer', async () => {
  const { lesiId, path, code } = await claimable({ contractEnd: '2026-01-31' })
  const holder = await site.addPerson({ roles: ['user'] })
  expect(await claim(holder, lesiId, code)).toBe('200')
  const unbind = () => holder.client.post('/api/scada/cognito-account/unbind', { thing: lesiId })
  expect((await unbind()).statusCode).toBe(204)
  expect((await holder.client.get(path)).statusCode).toBe(404)
  expect(await claim(holder, lesiId, code)).toBe('200')
  expect((await holder.client.get(path)).json().data).toMatchObject({ access: 'ended' })
})

test('DV9 only administrators make claim codes: a parent account makes no other', async () => {
  const parent = await site.addPerson({ roles: ['manager'] })
  await parent.client.post('/api/devices', { lesiId: 'OWN-9', name: 'Own' })
  const path = '/api/devices/OWN-9'
  expect((await parent.client.post(`${path}/claim-code`, unlimited)).statusCode).toBe(403)
  expect((await parent.client.delete(`${path}/claim-code`)).statusCode).toBe(403)
  expect((await parent.client.get(path)).json().data.claim).toBeNull()
})

test('DV9 a code is read as it was meant, however it was typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (random) => {
      const code = claimCodeOf(random)
      const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(normalizedClaimCode(typed)).toBe(code.replaceAll('-', ''))
    }),
  )
})
