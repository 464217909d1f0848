import { pino } from 'pino'
import { lockDatabase } from '#kit/server/postgres/database-lock.ts'

// Locks the database given, says "held", and stays; says so when another server has taken it over.
const [url = ''] = process.argv.slice(2)
const onTaken = (reason: string): void => console.log(reason)
await lockDatabase({ url, log: pino({ level: 'silent' }), onTaken, timeoutMs: 1_000 })
console.log('held')
