// One server and one browser for all of them, in this order: the audit lists what the others did.
import './administration/users.ts'
import './administration/roles.ts'
import './administration/profile.ts'
import './administration/boards.ts'
import './administration/retention.ts'
import './administration/shifts.ts'
import './administration/notifications.ts'
import './administration/audit.ts'
