import { beforeEach, expect, test } from 'vitest'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { recordAudit } from '#testing/audit.ts'
import { accountSite } from '#testing/sites/account-site.ts'
import { RouteDefinition } from '../contract/notification-route.ts'
import { purposeOf } from './delivering/webhook-sender.ts'
import { serverKeys } from './push/server-keys.ts'
import { resealRouteSecrets } from './reseal-secrets.ts'
import { insertRoute, readRoute, writeSecret } from './routes-store.ts'

const site = accountSite()
const [present, former, lost] = [7, 8, 9].map((byte) => createKeyring([Buffer.alloc(32, byte)]))
const both = createKeyring([Buffer.alloc(32, 7), Buffer.alloc(32, 8)])
const logged: object[] = []
const log = { warn: (about: object) => void logged.push(about) }
const services = () => ({ sql: site.sql, clock: () => site.now, log, audit: recordAudit })

beforeEach(() => void (logged.length = 0))

const definition = RouteDefinition.parse({
  ...{ name: 'To the shift', isEnabled: true, priorities: [1], devices: [], shifts: [] },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en' },
  target: { kind: 'webhook', url: 'https://shift.test/' },
})

/** A webhook whose secret this key has sealed. */
async function addWebhook(keyring = former): Promise<number> {
  return site.sql.transaction().execute(async (transaction) => {
    const { id } = await insertRoute(transaction, definition, site.now)
    const sealed = keyring?.seal(Buffer.from('secret'), purposeOf(id)) ?? null
    await writeSecret(transaction, id, sealed)
    return id
  })
}

async function secretOf(id: number) {
  const route = await readRoute(site.sql, id)
  return route && route.target !== null ? route.secret : null
}

test('NT30 the secret of a webhook is sealed anew, so that a replaced key can go', async () => {
  const id = await addWebhook()
  await resealRouteSecrets({ ...services(), keyring: both })
  const sealed = await secretOf(id)
  expect(sealed && present?.open(sealed, purposeOf(id))?.toString()).toBe('secret')
  const entry = await site.sql
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('entity', '=', 'notification-route')
    .where('entity_id', '=', String(id))
    .executeTakeFirst()
  expect(entry).toEqual({ action: 'notification-route.update', after: { sealedAnew: ['secret'] } })
  expect(logged).toEqual([])
})

test('NT30 one whose key is not there stays as it is, and the log says how many', async () => {
  await site.sql.deleteFrom('notification_routes').execute()
  const id = await addWebhook(lost)
  const before = await secretOf(id)
  await resealRouteSecrets({ ...services(), keyring: both })
  expect(await secretOf(id)).toEqual(before)
  expect(logged).toEqual([{ webhooks: 1, keyId: lost?.keyId }])
})

test('NT30 the push key outlives the key that sealed it; one that is lost is logged', async () => {
  const vapidSecret = null
  const keysBy = (keyring = both) => serverKeys({ ...services(), keyring, vapidSecret })
  await site.sql.deleteFrom('push_keys').execute()
  const made = await keysBy(former)
  expect((await keysBy(both)).publicKey).toBe(made.publicKey)
  expect((await keysBy(present)).publicKey).toBe(made.publicKey)
  expect(logged).toEqual([])
  expect((await keysBy(lost)).publicKey).not.toBe(made.publicKey)
  expect(logged).toEqual([{ browsers: 0, keyId: present?.keyId }])
})

test('NT30 a webhook whose key is lost has a new secret when it is saved, once', async () => {
  const id = await addWebhook(lost)
  const { client } = await site.addPerson({ roles: ['admin'] })
  const save = async (version: number) =>
    (await client.put(`/api/notification-routes/${id}`, { ...definition, version })).json().data
  const { route, secret } = await save(1)
  const sealed = await secretOf(id)
  expect(sealed && site.keyring.open(sealed, purposeOf(id))?.toString()).toBe(secret)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect((await save(route.version)).secret).toBeNull()
})
