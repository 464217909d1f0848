import type { Audit, AuditMany } from '#kit/server/audit.ts'

/**
 * For tests of a part by itself: the audit of the whole is proved in
 * apps/server/audit-trail.
 */
export const noAudit: Audit = async () => undefined
export const noAuditMany: AuditMany = async () => undefined
