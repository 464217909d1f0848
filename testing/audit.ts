/** The audit as the server writes it, for tests of what it holds. */
export { recordAudit } from '../apps/server/audit.ts'
