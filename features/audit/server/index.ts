import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { AuditEntry, listAuditEntries } from '../contract/routes.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Audit, AuditSnapshot } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { insertEntry, readEntries, type EntryRow } from './audit-store.ts'
import { isFlood, recordFlood } from './entry-sums.ts'

export { recordMany } from './entry-sums.ts'
export { startAuditMaintenance } from './maintenance.ts'
export { witnessFile } from './witness.ts'

/** Names of fields that would be a secret, whoever passed them. */
const secretField = /password|passwd|token|secret|hash|recovery|cookie/i

/**
 * Writes the audit of this installation. A field whose name is that of a secret is left out, at any
 * depth. Of what anybody can cause as often as they like, the first is an entry at once and the
 * others are summed up.
 */
export function createAudit(accounts: Pick<Accounts, 'person'>): Audit {
  return async (transaction, origin, record) => {
    const { before, after, ...rest } = record
    const cleaned = {
      ...rest,
      ...(before ? { before: withoutSecrets(before) } : {}),
      ...(after ? { after: withoutSecrets(after) } : {}),
    }
    const { actorId } = origin
    const actor = actorId === null ? null : await accounts.person(transaction, actorId)
    const insert = () => insertEntry(transaction, origin, actor, cleaned)
    await (isFlood(record.action) ? recordFlood(transaction, origin, cleaned, insert) : insert())
  }
}

function withoutSecrets(snapshot: AuditSnapshot): AuditSnapshot {
  const text = JSON.stringify(snapshot, (name, value: unknown) =>
    secretField.test(name) ? undefined : value,
  )
  return JSON.parse(text) as AuditSnapshot
}

/** The call with which administrators read the audit. */
export function auditPlugin({
  sql,
  accounts,
}: {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'idsByName'>
}): FastifyPluginAsync {
  return fastifyPlugin(
    async (app) => {
      serve(
        app,
        listAuditEntries,
        async ({ query: { page, limit, actor, action, entity, entityId, search, from, to } }) => {
          const people = search ? await accounts.idsByName(sql, search) : []
          const filter = { actor, action, entity, entityId, search, people, from, to }
          const { rows, total } = await readEntries(sql, filter, page, limit)
          return { data: rows.map(describe), meta: { total, page, limit } }
        },
      )
    },
    { name: 'audit', dependencies: ['accounts'], fastify: '5.x' },
  )
}

function describe(row: EntryRow): AuditEntry {
  return AuditEntry.parse({
    id: Number(row.id),
    time: row.time.getTime(),
    count: row.count,
    firstTime: row.first_time?.getTime() ?? null,
    actor:
      row.actor_id === null
        ? null
        : { id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    entityName: row.entity_name,
    before: row.before,
    after: row.after,
    address: row.address,
    requestId: row.request_id,
  })
}
