import { pino } from 'pino'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'

// Starts the embedded PostgreSQL on the directory given, writes its pid and socket directory to
// standard output, and stays.
const [directory = ''] = process.argv.slice(2)
const embedded = await startEmbeddedPostgres({ directory, log: pino({ level: 'silent' }) })
console.log(JSON.stringify({ pid: embedded.pid(), sockets: embedded.sockets }))
setInterval(() => undefined, 60_000)
