import { accounts } from '#features/accounts/server/users/accounts.ts'
import { createAudit } from '#features/audit/server/index.ts'

/** The audit of this installation, with the names of those who act. */
export const recordAudit = createAudit(accounts)
