// One server and one browser for all of them.
import './errors/refusals.ts'
import './errors/statuses.ts'
import './errors/messages.ts'
