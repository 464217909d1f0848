import { join } from 'node:path'
import { pino } from 'pino'
import { layoutOf } from '#kit/server/postgres/cluster.ts'
import { socketUrl } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'

/** The database of a server that runs on this data directory; whoever opens it destroys it. */
export function openDatabase(dataDirectory: string): Sql {
  const { sockets } = layoutOf(join(dataDirectory, 'postgres'))
  return openSql({ url: socketUrl(sockets) }, { log: pino({ level: 'silent' }), connections: 1 })
}
