import { recordRemovedSensors } from '#features/readings/server/deletion/deletions-store.ts'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP, Secret } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import type { CommandHandler } from '#kit/server/command-line/control.ts'
import { recordAudit } from '#testing/audit.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { recordChanges, takeUnaudited } from '#testing/postgres/audit-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { answerControl } from '../../apps/server/control-commands.ts'

export const password = 'a quiet harbour'
/** Everything that must not be in the audit. */
export const secrets = new Set([password])
/** The server of this test file. */
export let site: TestApplication
export let now = Date.UTC(2026, 10, 20, 8)
let passwordHash = ''
let people = 0
/** Changes of the product, in whatever table, whose transaction wrote nothing into the audit. */
const unaudited: string[] = []
export const control = new Map<string, CommandHandler>()
const directory = mkdtempSync(join(tmpdir(), 'warroom-trail-'))
export const headNote = join(directory, 'audit-head.json')

export async function recordUnaudited(): Promise<void> {
  unaudited.push(...(await takeUnaudited(site.sql)))
}

export async function person(roles: readonly string[] = ['admin']) {
  people += 1
  await recordUnaudited()
  const email = `person${people}@example.org`
  const id = await site.addAccount({ email, name: `Person ${people}`, roles, passwordHash })
  const client = await site.clientOf(id)
  // These were made by the test and not by the product.
  await takeUnaudited(site.sql)
  return { id, email, client }
}

export const codeNow = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** Someone with a second factor; `codes` are the recovery codes. */
export async function guarded() {
  const someone = await person()
  const { secret } = (
    await someone.client.post('/api/profile/second-factor/setup', { password })
  ).json().data
  const confirmed = await someone.client.post('/api/profile/second-factor/confirm', {
    code: codeNow(secret),
  })
  const codes: string[] = confirmed.json().data.recoveryCodes
  for (const each of [secret, ...codes]) secrets.add(each)
  return { ...someone, secret, codes }
}

export async function customRole(name: string) {
  const { client } = await person()
  const { version } = (await client.post('/api/roles', { name, permissions: [] })).json().data
  return { client, version }
}

/** Lets the clock of the server go on. */
export function pass(durationMs: number): void {
  now += durationMs
}

export async function entries() {
  return site.sql.selectFrom('audit_entries').selectAll().orderBy('id').execute()
}

export const command = async (name: string, options: object) =>
  control.get(name)?.(options, () => undefined, new AbortController().signal)

export async function newDevice(): Promise<string> {
  people += 1
  await command('device add', { id: `DEV-${people}` })
  return `DEV-${people}`
}

/**
 * Starts the server of a test file. After each of its tests every change of any table must have its
 * entry.
 */
export function watchAudit(): void {
  beforeAll(async () => {
    site = await startTestApplication(() => now)
    await recordChanges(site.sql)
    const stores = {
      sql: site.sql,
      telemetry: site.telemetry,
      directory: '/nowhere',
      places: { database: '', telemetry: '' },
    }
    const services = {
      ...{
        sql: site.sql,
        telemetry: site.telemetry,
        accounts,
        recordRemovedSensors,
        audit: recordAudit,
        witnessFile: headNote,
      },
      ...{ stores, installation: { id: '', directoryId: '' }, flush: async () => undefined },
    }
    const handle = (name: string, handler: CommandHandler) => void control.set(name, handler)
    answerControl({ handle }, { services, data: site.data, mqttUrl: 'mqtt://127.0.0.1:1' })
    passwordHash = cheapPasswordHash(password)
    secrets.add(passwordHash)
  })
  afterAll(async () => {
    await site.close()
    await rm(directory, { recursive: true })
  })
  afterEach(async () => {
    await recordUnaudited()
    expect(unaudited.splice(0)).toEqual([])
  })
}

export async function expectNoSecret(): Promise<void> {
  const everything = JSON.stringify(await entries())
  for (const secret of secrets) expect(everything).not.toContain(secret)
  expect(everything).not.toMatch(/argon2/)
}
