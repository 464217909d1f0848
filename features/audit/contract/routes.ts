import { z } from 'zod'
import { auditActions, auditEntities } from '#kit/model/audit.ts'
import { listOf } from '#kit/model/calls/envelope.ts'
import { administratorGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** A value as it was before or after: fields by name, secrets left out. */
const AuditSnapshot = z.record(z.string(), z.json())

export const AuditEntry = z.object({
  id: z.int(),
  /** ms UTC; of the last one, when the entry stands for several. */
  time: z.number(),
  /** How many alike the entry stands for. */
  count: z.int(),
  /** ms UTC of the first of several; null for an entry of one. */
  firstTime: z.number().nullable(),
  /**
   * Who did it, as they were called then; null for nobody signed in (a failed sign-in) and for the
   * command line.
   */
  actor: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
  action: z.enum(auditActions),
  entity: z.enum(auditEntities),
  /** Id or name of what was changed, and how people call it. */
  entityId: z.string(),
  entityName: z.string(),
  before: AuditSnapshot.nullable(),
  after: AuditSnapshot.nullable(),
  /**
   * Where the call came from; `command line` for the administrator's command line, `product` for
   * what the product did by itself.
   */
  address: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Moment = z.coerce.number().int().min(0).max(4_102_444_800_000)

export const listAuditEntries = defineRoute({
  method: 'GET',
  path: '/api/audit',
  summary: 'Who changed what, newest first',
  gate: administratorGate,
  query: z.object({
    /** Id of the person who did it. */
    actor: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    action: z.enum(auditActions).optional(),
    entity: z.enum(auditEntities).optional(),
    entityId: z.string().max(255).optional(),
    /** Part of the name or address of the actor, or of what was changed. */
    search: z.string().trim().max(255).optional(),
    /** ms UTC, inclusive. */
    from: Moment.optional(),
    /** ms UTC, exclusive. */
    to: Moment.optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: listOf(AuditEntry),
})
