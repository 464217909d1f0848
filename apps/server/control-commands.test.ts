import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { TemporaryTokens } from '#features/devices/server/temporary-tokens.ts'
import type { CommandHandler } from '#kit/server/command-line/control.ts'
import type { InstallationParts } from '#kit/server/installation/installation.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { noAudit } from '#testing/no-audit.ts'
import { catalogue, database } from '#testing/sites/followed-catalogue.ts'
import { answerControl } from './control-commands.ts'

/** Has the running server carry out a command, as its control socket does. */
async function command(name: string, options: object): Promise<string> {
  const handlers = new Map<string, CommandHandler>()
  const services = {
    ...{ sql: database.sql, accounts, audit: noAudit, witnessFile: '' },
    ...{ telemetry: {} as Telemetry, stores: {} as InstallationParts },
    installation: { id: '', directoryId: '' },
    recordRemovedSensors: async () => undefined,
    flush: async () => undefined,
  }
  answerControl(
    { handle: (of, handler) => void handlers.set(of, handler) },
    { services, data: { catalogue, temporaryTokens: new TemporaryTokens(() => 0) }, mqttUrl: '' },
  )
  const never = new AbortController().signal
  const result: unknown = await handlers.get(name)?.(options, () => undefined, never)
  return (result as { readonly token?: string }).token ?? ''
}

test('AD9 a token that was printed opens its device at once, a former one no more', async () => {
  const id = 'PRESS-7'
  const first = await command('device add', { id })
  expect(catalogue.verifyToken(id, first)).toBe(true)
  const second = await command('device rotate', { id })
  expect(catalogue.verifyToken(id, second)).toBe(true)
  expect(catalogue.verifyToken(id, first)).toBe(false)
  await command('device remove', { id, readings: 'keep', yes: true })
  expect(catalogue.device(id)).toBeUndefined()
})
