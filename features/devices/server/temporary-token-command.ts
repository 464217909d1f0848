import type { Kysely } from 'kysely'
import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken } from '#kit/server/token.ts'
import type { TemporaryTokens } from './temporary-tokens.ts'

const Parameters = z.strictObject({ lesiId: LesiId })

interface TokenCommandServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly catalogue: Catalogue
  readonly temporaryTokens: TemporaryTokens
}

/**
 * For the control socket: a temporary token for the device, which is added when there is none.
 * Answers `{ token, added }`.
 */
export async function issueTemporaryToken(
  { sql, audit, catalogue, temporaryTokens }: TokenCommandServices,
  parameters: unknown,
): Promise<{ token: string; added: boolean }> {
  const { lesiId } = Parameters.parse(parameters)
  const added = catalogue.device(lesiId) === undefined
  const origin = commandLineOrigin()
  if (added) await catalogue.registerDevice(lesiId, createToken(192), origin)
  await sql.transaction().execute(async (transaction) => {
    const about = { entity: 'device', entityId: lesiId, entityName: lesiId } as const
    await audit(transaction, origin, { action: 'device.issue-pass', ...about, after: { added } })
  })
  return { token: temporaryTokens.issue(lesiId), added }
}
