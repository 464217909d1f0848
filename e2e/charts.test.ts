// One server and one browser for all of them.
import './charts/curves.ts'
import './charts/other-kinds.ts'
import './charts/limits.ts'
import './charts/exports.ts'
import './charts/reports.ts'
import './charts/group.ts'
