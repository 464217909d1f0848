import { describe } from 'vitest'
import './administration/users.ts'
import './administration/roles.ts'
import './administration/profile.ts'
import './administration/own-mistakes.ts'
import './administration/boards.ts'
import './administration/retention.ts'
import './administration/shifts.ts'
import './administration/notifications.ts'
import './administration/audit.ts'

// One server and one browser for all of them, in this order: the audit lists what the others did,
// and the administrator's own language is another one in the end.
describe('articles', async () => void (await import('./administration/articles.ts')))
describe('own profile', async () => void (await import('./administration/own-profile.ts')))
