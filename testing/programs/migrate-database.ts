import { pino } from 'pino'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { openSql } from '#kit/server/postgres/sql.ts'

// Migrates the database given with the files of the directory given, and writes what it applied to
// standard output.
const [url = '', directory = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = openSql({ url }, { log })
console.log(JSON.stringify(await migrate(database, directory, log)))
await database.destroy()
